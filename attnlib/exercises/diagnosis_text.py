"""Say what a wrong answer means, and ask a question to think about; never say the answer."""

import numpy as np

from attnlib.exercises.errors import SHAPES, key_of, line_of, sentence_of
from attnlib.exercises.findings import Finding
from attnlib.i18n import in_force, language, name_of, text_from

TEXTS = {
    # two mistakes, or one of two
    "both": ("Two things. {a} {b}", "有两处。{a}{b}"),
    "either": ("{a} Or else: {b}", "{a}也可能是：{b}"),
    # where it is no mistake of the catalogue; most of these texts stand in findings.py
    "row": ("row", "行"),
    "column": ("column", "列"),
    "head": ("head", "个头"),
    "means_located": (
        "“{right}” is right ({step}); from “{line}” on, nothing is a step of the formula any more.",
        "“{right}”是对的（{step}）；从“{line}”这一行起，就和公式的步骤对不上了。",
    ),
    "means_located_first": (
        "None of your variables is a step of the formula; the first is made in “{line}”.",
        "你的变量没有一个对得上公式的步骤；第一个出自“{line}”这一行。",
    ),
    "ask_located": (
        "What should this line do, and what does it do here?",
        "这一行本来应该做什么？实际做了什么？",
    ),
    "ask_unknown_shape": (
        "Which size should each axis have, and what is that size called?",
        "每个轴的长度应该是多少？它叫什么名字？",
    ),
    "ask_error_shape": (
        "print(….shape) tells: which shapes do the arrays in this line have?",
        "这一行里的数组各是什么形状？用 print(….shape) 看一看。",
    ),
    "ask_error_too_long": (
        "Which loop does not end, or goes through far too much?",
        "哪个循环停不下来？或者循环的次数太多了？",
    ),
    "ask_error_held": (
        "Nothing could stop it for {seconds} s, since one call held Python. Should that happen again: "
        "Kernel → Restart in the menu. Which call goes through that many numbers?",
        "整整 {seconds} 秒都停不下来：有一次调用一直占着 Python。"
        "再遇到时，请用菜单里的“内核 → 重启内核”（Kernel → Restart）。是哪一次调用要处理这么多数？",
    ),
    "ask_error_memory": ("How many numbers would that array hold?", "那个数组一共要放多少个数？"),
}
text = text_from(TEXTS)

# The names of steps that have none in data/names.json.
STEP_NAMES = {
    "product": ("the product", "乘积"),
    "top": ("the largest of each row", "每行的最大值"),
    "shifted": ("the scores minus the largest", "减去最大值后的分数"),
    "exps": ("their exp", "取 exp 之后"),
    "total": ("the sum of each row", "每行的和"),
    "q": ("the queries", "查询"),
    "k": ("the keys", "键"),
    "v": ("the values", "值"),
    "Q": ("the queries", "查询"),
    "K": ("the keys", "键"),
    "V": ("the values", "值"),
    "heads": ("the heads", "各个头"),
    "merged": ("the heads side by side", "拼接好的各个头"),
    "projected": ("the result", "结果"),
    "mean": ("the mean", "平均"),
    "centred": ("the distance from the mean", "与平均的差"),
    "variance": ("the variance", "方差"),
    "deviation": ("the standard deviation", "标准差"),
    "normed": ("mean 0, variance 1", "平均为 0、方差为 1 的行"),
    "stretched": ("the result", "结果"),
    "position": ("the positions", "位置"),
    "column": ("the columns", "列号"),
    "exponent": ("the exponents", "指数"),
    "angle": ("the angles", "角"),
    "encoding": ("the result", "结果"),
    "keep": ("the mask", "掩码"),
    "shown": ("the mask", "掩码"),
    "kept": ("the weights", "权重"),
}


def step_title(step):
    """Return the name of a step in the language in force."""
    return in_force(STEP_NAMES[step]) if step in STEP_NAMES else name_of(step)


def meaning_of(exercise, verdict):
    """Return a sentence that says what a wrong answer means, and a question."""
    if verdict.mistakes:
        sentences = [in_force(mistake.means) for mistake in verdict.mistakes]
        means = text("both", a=sentences[0], b=sentences[1]) if len(sentences) > 1 else sentences[0]
        for other in verdict.others:
            means = text("either", a=means, b=in_force(other.means))
        return means, in_force(verdict.mistakes[0].ask)
    if verdict.finding is Finding.ERROR:
        return _meaning_of_error(verdict.outcomes[verdict.case].error, _axes(exercise, verdict))
    return _meaning_of_finding(exercise, verdict)


def _meaning_of_finding(exercise, verdict):
    finding, detail = verdict.finding, verdict.detail
    if finding is Finding.ARGUMENTS:
        detail = ", ".join(exercise.arguments)
    if finding in (Finding.LAST_MISSING, Finding.FIRST_MISSING):
        detail = text(detail)
    means, ask = (in_force(x).format(detail=detail, name=exercise.name) for x in (finding.means, finding.ask))
    if verdict.located and finding not in (Finding.RANDOM, Finding.IGNORED):
        right, step, line = verdict.located
        key = "means_located" if right else "means_located_first"
        where = text(key, right=right, step=step_title(step), line=line)
        if finding not in (Finding.ALL_NAN, Finding.SOME_NAN):
            ask = text("ask_located")
        return (where if finding is Finding.UNKNOWN else means + _space() + where), ask
    if finding is Finding.UNKNOWN and shape_is_wrong(verdict):
        ask = text("ask_unknown_shape")
    return means, ask


def _space():
    """Return what stands between two sentences."""
    return " " if language() == "en" else ""


def _axes(exercise, verdict):
    """Return the most axes that an array has of the input with which it failed."""
    given = verdict.inputs[verdict.case] if verdict.case < len(verdict.inputs) else {}
    return max((np.ndim(x) for x in given.values()), default=0)


def _meaning_of_error(error, axes):
    key = key_of(error, line_of(error), axes)
    means = sentence_of(key) if key else in_force(Finding.ERROR.means)
    if key == "too_long" and error.args:
        return means, text("ask_error_held", seconds=error.args[0])
    if key in ("too_long", "memory"):
        return means, text(f"ask_error_{key}")
    if key in (*SHAPES, "t_on_a_batch"):
        return means, text("ask_error_shape")
    return means, in_force(Finding.ERROR.ask)


def shape_is_wrong(verdict):
    """Return whether the result has another shape than the right one, where both are there."""
    value = verdict.outcomes[verdict.case].value
    return (
        value is not None and bool(verdict.expected) and value.shape != verdict.expected[verdict.case].shape
    )
