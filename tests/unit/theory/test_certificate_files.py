"""Files of certificates: what is written is read again."""

import pytest

import cgt
from cgt.errors import CertificateError, OutputError
from cgt.solving.certificates import read_certificate


def test_a_certificate_longer_than_what_is_read_is_not_written(tmp_path, monkeypatch):
    """One of 38 million characters was written, and neither `verify` nor `solve` read it."""
    certificate, path = cgt.period("kayles").certificate, tmp_path / "kayles.json"
    monkeypatch.setattr("cgt.core.atomic.LONGEST_TEXT", 100)
    with pytest.raises(
        OutputError, match=r"is not written: the certificate has [\d,]+ characters, and .* 100 are read"
    ):
        certificate.save(path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("key", ["period", "code"])
def test_a_key_stands_there_once(key):
    """Of a first "period": 6, which other readers take, nothing was seen, and the second one held."""
    text = cgt.period("kayles").certificate.to_json()
    with pytest.raises(CertificateError, match=f"the key '{key}' stands there twice"):
        read_certificate(text.replace(f'"{key}":', f'"{key}": 6, "{key}":'))
