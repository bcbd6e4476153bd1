"""A lesson's page as it is printed, on A4: what is drawn can be read, and stands beside its words."""

import pytest

from cgt.apps.lessons import lesson
from cgt.apps.lessons.written import lesson_html
from cgt.families.registry import example_ruleset

WIDTH = 688
"""The pixels between the margins."""

SCALES = """return [...document.querySelectorAll(".task svg")].map((one) => {
    const { width, height } = one.getBoundingClientRect(), drawn = one.viewBox.baseVal;
    return Math.min(width / drawn.width, height / drawn.height);
})"""


@pytest.fixture
def printed(browser, tmp_path):
    """What shows a lesson as a printer does."""

    def shown(name, level):
        path = tmp_path / "lesson.html"
        path.write_text(lesson_html(lesson(example_ruleset(name), level=level)), encoding="utf-8")
        browser.get(path.as_uri())
        return browser

    metrics = {"width": WIDTH, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    yield shown
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(
    ("name", "level", "least"), [("geography", 1, 0.75), ("sylver", 1, 0.6), ("brussels-sprouts", 2, 0.65)]
)
def test_drawings_of_exercises_are_as_large_as_the_sheet_has_room_for(printed, name, level, least):
    """They were 15 mm high on a page half empty, and numbers had letters of three points."""
    page = printed(name, level)
    assert least <= min(page.execute_script(SCALES))
    assert max(page.execute_script(SCALES)) < 1.01
    heights = "return [...document.querySelectorAll('.sheet')].map((one) => one.offsetHeight / 96 * 25.4)"
    assert all(height <= 297 - 2 * 14 for height in page.execute_script(heights))


@pytest.mark.parametrize(("name", "level"), [("geography", 1), ("sprouts", 2)])
def test_a_picture_of_the_key_stands_in_the_column_of_its_words(printed, name, level):
    columns = """return [...document.querySelectorAll(".key .pictures")].map((one) =>
        [one.previousElementSibling, one].map((part) => part.getBoundingClientRect().left > arguments[0] / 2))"""
    found = printed(name, level).execute_script(columns, WIDTH)
    assert {words for words, _picture in found} == {False, True}
    assert all(words == picture for words, picture in found)
