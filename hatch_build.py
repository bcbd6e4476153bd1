"""Metadata that the owner's addresses make: the project's URLs, the contact, and a README whose links work on PyPI."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")


class Addresses(MetadataHookInterface):
    """Reads `addresses.toml`; with `CGT_RELEASE` in the environment nothing is built while an address is missing."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the fields that pyproject.toml calls dynamic."""
        root = Path(self.root)
        addresses: dict[str, str] = tomllib.loads((root / "addresses.toml").read_text(encoding="utf-8"))
        missing = [name for name, address in addresses.items() if not address]
        if missing and os.environ.get("CGT_RELEASE"):
            raise ValueError(f"a release needs {', '.join(missing)} in addresses.toml")
        repository, site, contact = (addresses[name].rstrip("/") for name in ("repository", "site", "contact"))
        readme = (root / "README.md").read_text(encoding="utf-8")
        if repository:
            readme = with_whole_links(readme, f"{repository}/%s/v{metadata['version']}/")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["authors"] = [{"name": "The cgt maintainers"} | ({"email": contact} if contact else {})]
        urls = {"Documentation": site, "Repository": repository}
        if repository:
            urls |= {"Issues": f"{repository}/issues", "Changelog": f"{repository}/blob/main/CHANGELOG.md"}
        metadata["urls"] = {name: address for name, address in urls.items() if address}


def with_whole_links(text: str, place: str) -> str:
    """The text with relative links made whole; `place` has a hole for what GitHub calls a page or a file."""

    def whole(link: re.Match[str]) -> str:
        picture, words, target = link.groups()
        return f"{picture}[{words}]({place % ('raw' if picture else 'blob')}{target})"

    return LINK.sub(whole, text)
