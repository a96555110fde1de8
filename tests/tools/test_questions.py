"""The questions leave the project as readers that others wrote understand them."""

import io
import xml.etree.ElementTree as ET
import zipfile
from html import unescape

import pytest
from moodle_xml_parser.parser import parse_bytes
from onyx2moodle.parser import parse_item

from attnlib.languages import LANGUAGES
from tools.questions.__main__ import main
from tools.questions.items import items
from tools.questions.moodle import moodle
from tools.questions.qti import ITEM, PACKAGE, qti

in_each = pytest.mark.parametrize("lang", LANGUAGES)
Q = f"{{{ITEM}}}"


def words(element):
    return " ".join("".join(element.itertext()).split())


def said(content):
    """The words of paragraphs."""
    return " ".join(filter(None, map(words, content)))


def as_html(content):
    """Paragraphs as the reader of Moodle's XML hands them back: it turns &lt; into <."""
    return unescape("".join(ET.tostring(one, "unicode") for one in content))


@in_each
def test_moodle_gets_each_choice_with_its_reason(lang):
    read = {one.name[3:]: one for one in parse_bytes(moodle(items(lang), lang))["multichoice"]}
    asked = {item.id: item for item in items(lang) if item.kind == "choices"}
    assert read.keys() == asked.keys()
    for id, item in asked.items():
        one, reasons = read[id], {answer: as_html(reason) for answer, _, reason in item.answers}
        assert [option.answer for option in one.options] == [as_html(choice) for choice in item.choices]
        assert [option.feedback for option in one.options] == [reasons[k] for k in range(len(reasons))]
        assert [option.score_fraction == 100 for option in one.options].index(True) == item.answers[0][0]
        assert (one.single, one.shuffle_answers) == (True, False)
        assert one.general_feedback


@in_each
def test_moodle_gets_numbers_with_their_tolerance_and_any_other_answer_last(lang):
    quiz = ET.fromstring(moodle(items(lang), lang))
    read = {one.findtext("name/text")[3:]: one for one in quiz.findall("question[@type='numerical']")}
    for item in (one for one in items(lang) if one.kind == "number"):
        *answers, other = read[item.id].findall("answer")
        assert [float(one.findtext("text")) for one in answers] == [float(x) for x, _, _ in item.answers]
        near = [float(one.findtext("tolerance")) for one in answers]
        assert near == pytest.approx([within for _, within, _ in item.answers])
        assert [one.get("fraction") for one in answers] == ["100"] + ["0"] * (len(answers) - 1)
        assert (other.findtext("text"), other.get("fraction")) == ("*", "0")


@in_each
def test_moodle_gets_every_question_once_and_the_pictures(lang):
    quiz = ET.fromstring(moodle(items(lang), lang))
    for one in quiz.findall("question/generalfeedback"):
        for file in one.findall("file"):
            assert f"@@PLUGINFILE@@/{file.get('name')}" in one.findtext("text")
    assert len(quiz.findall("question/generalfeedback/file")) > 15
    ids = [one.text for one in quiz.findall("question/idnumber")]
    assert ids == [f"attnlib-{item.id}" for item in items(lang)]


def result(item, given):
    """What a player of QTI computes for an answer: the points, and the words that are shown."""
    (condition,) = item.findall(f"{Q}responseProcessing/{Q}responseCondition")
    for branch in condition:
        test = None if branch.tag == f"{Q}responseElse" else branch[0]
        if test is None or holds(test, item, given):
            found = {one.get("identifier"): one[0].text for one in branch.findall(f"{Q}setOutcomeValue")}
            (shown,) = item.findall(f"{Q}modalFeedback[@identifier='{found['FEEDBACK']}']")
            return found.get("SCORE", "0"), said(shown)
    raise AssertionError("nothing is said")


def holds(test, item, given):
    name, value = test.tag.removeprefix(Q), test[-1].text
    if name == "or":
        return any(holds(one, item, given) for one in test)
    if name == "equal":
        return abs(float(given) - float(value)) <= float(test.get("tolerance", "0").split()[0])
    return given == value


def typed(item, answer):
    """An answer as a player hands it over."""
    if item.kind == "shape":
        return "x".join(map(str, answer)) if len(answer) > 1 else f"({answer[0]})"
    return "abcdefgh"[answer] if item.kind == "choices" else str(answer)


INTERACTIONS = {"choices": ["choice"], "number": ["textEntry"], "shape": ["textEntry"]}


@in_each
def test_qti_says_to_each_answer_what_the_question_says(lang, tmp_path):
    with zipfile.ZipFile(io.BytesIO(qti(items(lang), lang))) as package:
        package.extractall(tmp_path)
    for item in items(lang):
        path = tmp_path / f"{item.id}.xml"
        read, one = parse_item(path), ET.parse(path).getroot()
        assert (read.identifier, [shown.kind for shown in read.interactions]) == (
            item.id,
            INTERACTIONS[item.kind],
        )
        (right, _, _), *wrong = item.answers
        points, shown = result(one, typed(item, right))
        assert (points, shown.startswith(said(item.answers[0][2]))) == ("1", True)
        assert said(item.explanation) in shown
        for answer, _, reason in wrong:
            assert result(one, typed(item, answer)) == ("0", said(reason)), item.id
        if item.otherwise:
            assert result(one, "987654321") == ("0", said(item.otherwise))


@in_each
def test_the_manifest_lists_what_the_package_holds(lang):
    with zipfile.ZipFile(io.BytesIO(qti(items(lang), lang))) as package:
        manifest = ET.fromstring(package.read("imsmanifest.xml"))
        listed = [one.get("href") for one in manifest.iter(f"{{{PACKAGE}}}file")]
        assert sorted([*listed, "imsmanifest.xml"]) == sorted(package.namelist())
        for one in manifest.iter(f"{{{PACKAGE}}}resource"):
            text = package.read(one.get("href")).decode()
            pictures = [name for name in listed if name.startswith(f"pictures/{one.get('identifier')}-")]
            assert all(f'src="{name}"' in text for name in pictures)


def test_the_command_writes_both_forms_in_both_languages(tmp_path, capsys):
    assert main(["--to", str(tmp_path / "new")]) == 0
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {f"attnlib-{lang}.{form}" for lang in LANGUAGES for form in ("moodle.xml", "qti.zip")}
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)
