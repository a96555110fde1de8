"""A verdict in words: what was seen, what it means, and a question. Never the answer."""

import numpy as np

from attnlib.check import sandbox
from attnlib.check.card import listed
from attnlib.check.errors import SHAPES, key_of, line_of, sentence_of, words_of
from attnlib.check.exercise import arguments_of
from attnlib.check.sandbox import TookTooLong
from attnlib.language import in_force, text_from

TEXTS = {
    "nothing_written": (
        'Nothing is written here yet. A hint: check.hint("{name}")',
        '这里还没有写。需要提示时，运行 check.hint("{name}")',
    ),
    "all_right": (
        "Your result is right for {k} random inputs.",
        "换了 {k} 组随机输入，你的结果都正确。",
    ),
    "seed": ("seed {seed}", "随机种子 {seed}"),
    # what was seen
    "for_inputs": ("For {inputs}, {seen}.", "输入 {inputs} 时，{seen}。"),
    "given": ("You gave {detail}.", "你交上来的是{detail}。"),
    "shape_is": ("the result has the shape {shape}", "结果的形状是 {shape}"),
    "row_sums_to": ("row {place} of the result sums to {x}", "结果的第 {place} 行加起来是 {x}"),
    "entry_is": ("result[{place}] is {x}", "result[{place}] 是 {x}"),
    "number_is": ("the result is {x}", "结果是 {x}"),
    "type_is": ("the result is of type {kind}", "结果的类型是 {kind}"),
    "line_raised": ("“{line}” raised {error}", "“{line}”这一行报错：{error}"),
    "raised": ("your function raised {error}", "你的函数报错：{error}"),
    "took_too_long": ("your function was not done after {seconds} s", "{seconds} 秒后你的函数还没有算完"),
    "took_too_long_at": (
        "your function was not done after {seconds} s, it was at “{line}”",
        "{seconds} 秒后你的函数还没有算完，停在“{line}”这一行",
    ),
    "numbers_right": ("the numbers are right", "数都算对了"),
    "takes": ("Your function has these arguments: {detail}.", "你的函数的参数是 {detail}。"),
    "module_of": (
        "SelfAttention(d_model={d_model}, d_k={d_k})",
        "SelfAttention(d_model={d_model}, d_k={d_k})",
    ),
    # two mistakes, or one of two
    "both": ("Two things. {a} {b}", "有两处。{a}{b}"),
    "either": ("{a} Or else: {b}", "{a}也可能是：{b}"),
    # what it means, and a question, where it is no mistake of the catalogue
    "means_nothing": ("Your function returns nothing.", "你的函数没有返回结果。"),
    "ask_nothing": ("Did you forget `return`?", "是不是忘了写 return？"),
    "means_constants": ("The result is the same for every input.", "不管输入是什么，结果都一样。"),
    "ask_constants": (
        "Does your function use its arguments, or numbers and variables from elsewhere?",
        "你的函数用的是自己的参数，还是写死的数、别处的变量？",
    ),
    "means_in_place": (
        "Your function changes {detail}, which belongs to whoever calls it.",
        "你的函数改动了传进来的 {detail}，那是调用者的数据。",
    ),
    "ask_in_place": (
        "What does the next cell find in {detail}?",
        "下一个单元格再用 {detail}，看到的是什么？",
    ),
    "means_list": ("They come as a list, not as an array.", "可是返回的是列表，不是数组。"),
    "ask_list": ("What do @ and .shape make of a list?", "对列表用 @ 或者 .shape，会怎样？"),
    "means_no_array": ("That is no array of numbers.", "这不是由数组成的数组。"),
    "ask_no_array": ("What does your last line return?", "最后一行返回的是什么？"),
    "means_no_bools": (
        "A mask holds True and False; yours holds {detail}.",
        "掩码里应该是 True 和 False，你的是 {detail}。",
    ),
    "ask_no_bools": (
        "What is ~ of a number, and what of True?",
        "对一个数取 ~ 得到什么？对 True 取 ~ 呢？",
    ),
    "means_no_floats": (
        "Your result holds {detail}, with no room for what comes after the decimal point.",
        "结果的类型是 {detail}，放不下小数部分。",
    ),
    "ask_no_floats": (
        "Which line makes whole numbers, or True and False?",
        "整数（或者 True、False）是哪一行产生的？",
    ),
    "means_rounded": ("Every number is close, but not close enough.", "每个数都很接近，但还不够准。"),
    "ask_rounded": (
        "Is something rounded on the way, or is a constant not quite that of the formula?",
        "中间有没有四舍五入？或者某个常数和公式里的不完全一样？",
    ),
    "means_random": ("The same input gives another result each time.", "同样的输入，每次结果都不一样。"),
    "ask_random": ("Which line is random, and should it be?", "哪一行带有随机性？这里需要随机吗？"),
    "means_ignored": ("The result does not change when {detail} changes.", "{detail} 变了，结果却没有变。"),
    "ask_ignored": ("Where should {detail} come in?", "{detail} 应该用在哪一步？"),
    "means_unknown": (
        "{right} of {k} inputs came out right. This is none of the mistakes that the check knows.",
        "{k} 组输入里算对了 {right} 组。这个错误不在检查程序认识的错误之中。",
    ),
    "ask_unknown": (
        "In a small example by hand, which step is the first to differ?",
        "拿一个小例子手算一遍：从哪一步开始和程序不一样？",
    ),
    "ask_unknown_shape": (
        "Which size should each axis have, and what is that size called?",
        "每个轴的长度应该是多少？它叫什么名字？",
    ),
    "means_error": ("There your function stops.", "你的函数停在了这里。"),
    "ask_error": ("What does each name in this line hold?", "这一行里的每个名字，里面装的是什么？"),
    "ask_error_shape": (
        "print(….shape) tells: which shapes do the arrays in this line have?",
        "这一行里的数组各是什么形状？用 print(….shape) 看一看。",
    ),
    "ask_error_too_long": (
        "Which loop does not end, or goes through far too much?",
        "哪个循环停不下来？或者循环的次数太多了？",
    ),
    "ask_error_memory": ("How many numbers would that array hold?", "那个数组一共要放多少个数？"),
    "means_arguments": (
        "The check calls it with {detail}.",
        "检查时传给它的参数是 {detail}。",
    ),
    "ask_arguments": (
        "Which of these does your function lack, or have too many?",
        "对照一下：你的函数少了哪个参数，或者多了哪个？",
    ),
    "means_no_function": (
        "The check needs the function itself, to call it with other inputs.",
        "检查需要函数本身，这样才能换别的输入来调用它。",
    ),
    "ask_no_function": (
        "Are there brackets after its name, as in check.{name}(my_{name}(…))?",
        "函数名后面是不是多了括号，写成了 check.{name}(my_{name}(…))？",
    ),
    "means_no_module": (
        "The check needs a class made from nn.Module, or an instance of it.",
        "检查需要一个 nn.Module 的子类，或者它的实例。",
    ),
    "ask_no_module": ("What stands in brackets after `class …`?", "`class …` 后面的括号里写的是什么？"),
    "means_no_layers": (
        "Your module has no nn.Linear of the name {detail}.",
        "你的模块里没有名为 {detail} 的 nn.Linear。",
    ),
    "ask_no_layers": (
        "Which three layers does __init__ make, and are they kept in self?",
        "__init__ 里建了哪三个层？有没有存到 self 里？",
    ),
    "means_layer_sizes": (
        "Your layer does not go from d_model numbers to d_k: {detail}.",
        "这一层不是从 d_model 个数变成 d_k 个数：{detail}。",
    ),
    "ask_layer_sizes": (
        "Which of its two sizes is that of x, and which that of a query?",
        "两个长度里，哪个是 x 的，哪个是查询的？",
    ),
}
text = text_from(TEXTS)

# special verdicts in which no input plays a part
_WITHOUT_INPUTS = ("arguments", "no_function", "no_module", "no_layers", "layer_sizes")


def lines_of(exercise, verdict):
    """The lines of the card, three at most."""
    if verdict.state == "todo":
        return [text("nothing_written", name=exercise.name)]
    if verdict.state == "right":
        return [text("all_right", k=len(verdict.inputs))]
    return [_seen(exercise, verdict), *_meaning(exercise, verdict)]


def small_print(verdict, seed):
    """What repeats these inputs, if there were any."""
    return "" if verdict.state == "todo" else text("seed", seed=seed)


def _meaning(exercise, verdict):
    """What it means, and one question."""
    if verdict.mistakes:
        sentences = [in_force(mistake.means) for mistake in verdict.mistakes]
        means = text("both", a=sentences[0], b=sentences[1]) if len(sentences) > 1 else sentences[0]
        for other in verdict.others:
            means = text("either", a=means, b=in_force(other.means))
        return means, in_force(verdict.mistakes[0].ask)
    if verdict.special == "error":
        return _meaning_of_error(verdict.outcomes[verdict.case].error)
    key, values = verdict.special, {"detail": verdict.detail, "name": exercise.name}
    if key == "arguments":
        values["detail"] = ", ".join(exercise.arguments)
    means = text(f"means_{key}", right=verdict.right, k=len(verdict.inputs), **values)
    if key == "unknown" and _shape_is_wrong(verdict):
        key = "unknown_shape"
    return means, text(f"ask_{key}", **values)


def _meaning_of_error(error):
    key = key_of(error, line_of(error))
    means = sentence_of(key) if key else text("means_error")
    if key in ("too_long", "memory"):
        return means, text(f"ask_error_{key}")
    return means, text("ask_error_shape" if key in (*SHAPES, "t_on_a_batch") else "ask_error")


def _seen(exercise, verdict):
    """What came out for the first input on which it shows, in their own numbers."""
    if verdict.special in _WITHOUT_INPUTS:
        return text("takes" if verdict.special == "arguments" else "given", detail=verdict.detail)
    if not verdict.outcomes:
        return ""
    seen = _result(exercise, verdict)
    return text("for_inputs", inputs=_inputs(exercise, verdict.inputs[verdict.case]), seen=seen)


def _inputs(exercise, given):
    """Q (4, 3), K (5, 3), d_k = 3"""
    if exercise.is_module and "X" not in given:  # it could not even be made
        return text("module_of", **given)
    return listed(
        f"{name} {x.shape}" if isinstance(x, np.ndarray) else f"{name} = {x}"
        for name, x in arguments_of(exercise, given).items()
    )


def _result(exercise, verdict):
    out = verdict.outcomes[verdict.case]
    if out.error is not None:
        return _raised(out.error)
    if verdict.special in ("list", "in_place") and verdict.right == len(verdict.inputs):
        return text("numbers_right")
    if out.value is None:
        return text("type_is", kind="None" if out.kind == "nothing" else out.kind)
    if verdict.special in ("constants", "no_bools", "no_floats") or _shape_is_wrong(verdict):
        return text("shape_is", shape=out.value.shape)
    return _number(exercise, out.value, verdict.expected[verdict.case])


def _raised(error):
    line = line_of(error)
    if isinstance(error, TookTooLong):
        key = "took_too_long_at" if line else "took_too_long"
        return text(key, seconds=sandbox.SECONDS, line=line)
    return text("line_raised" if line else "raised", line=line, error=words_of(error))


def _shape_is_wrong(verdict):
    """Whether the result has another shape than the right one, where both are there."""
    value = verdict.outcomes[verdict.case].value
    return (
        value is not None and bool(verdict.expected) and value.shape != verdict.expected[verdict.case].shape
    )


def _number(exercise, value, right):
    """A row that should sum to one and does not, else the number that is farthest off."""
    if exercise.rows_sum_to_one and np.isfinite(value).all():
        off = np.where(right.sum(-1) > 0, abs(value.sum(-1) - 1), 0)
        if off.max() > 0.01:
            place = np.unravel_index(off.argmax(), off.shape)
            row = _place(place) if len(place) == 1 else f"({_place(place)})"
            return text("row_sums_to", place=row, x=_text(value.sum(-1)[place]))
    if value.ndim == 0:
        return text("number_is", x=_text(value))
    with np.errstate(invalid="ignore", over="ignore"):
        off = abs(value.astype(float) - right)
    off = np.where(np.isfinite(value), off, np.where(np.isfinite(right), np.inf, 0))
    place = np.unravel_index(off.argmax(), off.shape)
    return text("entry_is", place=_place(place), x=_text(value[place]))


def _place(place):
    return ", ".join(str(int(i)) for i in place)


def _text(x):
    """A number in four digits, with a true minus; or True, or False."""
    if isinstance(x, np.bool):
        return str(x)
    digits = "NaN" if np.isnan(x) else "∞" if x == np.inf else "−∞" if x == -np.inf else f"{x:.4g}"
    return digits.replace("-", "−")
