"""Questions as a package of QTI 2.1."""

import io
import xml.etree.ElementTree as ET
import zipfile

from tools.questions.items import Item, made, shapes, written

ITEM = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def qti(found: list[Item], lang: str) -> bytes:
    """Return a zip file: a manifest, a file for each question, and the pictures."""
    files: dict[str, bytes] = {}
    resources = made("resources")
    for item in found:
        own = {f"{item.id}.xml": _document(_question(item, lang))}
        own |= {f"pictures/{name}": png for name, (png, _) in item.pictures.items()}
        resource = made("resource", *(made("file", href=name) for name in own))
        resource.attrib |= {"identifier": item.id, "type": "imsqti_item_xmlv2p1", "href": f"{item.id}.xml"}
        resources.append(resource)
        files |= own
    schema = made("schema", "QTIv2.1 Package"), made("schemaversion", "1.0.0")
    parts = made("metadata", *schema), made("organizations"), resources
    manifest = made("manifest", *parts, xmlns=PACKAGE, identifier=f"attnlib-{lang}")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"imsmanifest.xml": _document(manifest), **files}.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # the same bytes each time
    return packed.getvalue()


def _question(item, lang):
    type, interaction, values = _KINDS[item.kind](item)
    right, *wrong = item.answers
    declared = {"identifier": "RESPONSE", "cardinality": "single", "baseType": type}
    condition, feedback = made("responseCondition"), {"right": right[2] + item.explained("pictures/")}
    condition.append(made("responseIf", _is(right, type, values), _set("SCORE", "float", "1"), _say("right")))
    for k, one in enumerate(wrong):
        condition.append(made("responseElseIf", _is(one, type, values), _say(f"wrong{k}")))
        feedback[f"wrong{k}"] = one[2]
    if item.otherwise:
        condition.append(made("responseElse", _say("other")))
        feedback["other"] = item.otherwise
    score = {"identifier": "SCORE", "cardinality": "single", "baseType": "float"}
    said = {"identifier": "FEEDBACK", "cardinality": "single", "baseType": "identifier"}
    shown = {"outcomeIdentifier": "FEEDBACK", "showHide": "show"}
    named = {
        "identifier": item.id,
        "title": f"{item.lesson}: {item.id}",
        _LANG: {"zh": "zh-CN"}.get(lang, lang),
    }
    return made(
        "assessmentItem",
        made(
            "responseDeclaration",
            made("correctResponse", made("value", values(right[0])[0])),
            **declared,
        ),
        made("outcomeDeclaration", made("defaultValue", made("value", "0")), **score),
        made("outcomeDeclaration", **said),
        made("itemBody", made("p", made("small", item.lesson)), *item.question, interaction),
        made("responseProcessing", condition),
        *(made("modalFeedback", *says, **shown, identifier=code) for code, says in feedback.items()),
        **{"xmlns": ITEM, "adaptive": "false", "timeDependent": "false"} | named,
    )


# How each kind is answered: type, interaction, and the values that an answer may have


def _choices(item):
    options = [made("simpleChoice", *one, identifier=_letter(k)) for k, one in enumerate(item.choices)]
    attributes = {"responseIdentifier": "RESPONSE", "shuffle": "false", "maxChoices": "1"}
    return "identifier", made("choiceInteraction", *options, **attributes), lambda k: [_letter(k)]


def _typed(type, values):
    def kind(_):
        box = made("textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="12")
        return type, made("p", box), values

    return kind


_KINDS = {
    "choices": _choices,
    "number": _typed("float", lambda x: [written(x)]),
    "shape": _typed("string", shapes),
}


def _letter(k):
    return "abcdefgh"[k]


def _is(answer, type, values):
    """Return the test whether this answer was given, in any of its forms."""
    given, within, _ = answer
    tests = []
    for value in values(given):
        both = made("variable", identifier="RESPONSE"), made("baseValue", value, baseType=type)
        near = {"toleranceMode": "absolute", "tolerance": f"{written(within)} {written(within)}"}
        exactly = {} if type != "float" else near if within else {"toleranceMode": "exact"}
        tests.append(made("equal" if type == "float" else "match", *both, **exactly))
    return tests[0] if len(tests) == 1 else made("or", *tests)


def _set(name, type, value):
    return made("setOutcomeValue", made("baseValue", value, baseType=type), identifier=name)


def _say(code):
    return _set("FEEDBACK", "identifier", code)


def _document(element):
    return ET.tostring(element, "utf-8", xml_declaration=True)
