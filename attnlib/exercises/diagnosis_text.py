"""What a wrong answer means, and a question to think about. Never the answer."""

import numpy as np

from attnlib.exercises.errors import SHAPES, key_of, line_of, sentence_of
from attnlib.i18n import in_force, language, name_of, text_from

TEXTS = {
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
    "means_no_array": ("That is no plain array of real numbers.", "这不是由实数组成的普通数组。"),
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
    "means_all_nan": ("Every number is NaN.", "每个数都是 NaN。"),
    "ask_all_nan": (
        "What do 0 · ∞, ∞ − ∞ and 0 / 0 give, and which line makes one of them?",
        "0 · ∞、∞ − ∞、0 / 0 得到什么？哪一行会出现这样的算式？",
    ),
    "means_some_nan": ("Some numbers are NaN.", "有些数是 NaN。"),
    "ask_some_nan": (
        "What do 0 · ∞, ∞ − ∞ and 0 / 0 give, and which line makes one of them?",
        "0 · ∞、∞ − ∞、0 / 0 得到什么？哪一行会出现这样的算式？",
    ),
    "means_transposed": ("The numbers are right, but transposed.", "数都对，可是整张表转置了。"),
    "ask_transposed": ("What is a row of the result, and what a column?", "结果的一行是什么？一列又是什么？"),
    "means_twice": ("Every number is twice what it should be.", "每个数都是应有的两倍。"),
    "means_half": ("Every number is half of what it should be.", "每个数都只有应有的一半。"),
    "means_negative": ("Every number has the wrong sign.", "每个数的正负号都反了。"),
    "means_factor": (
        "Every number is {detail} times what it should be.",
        "每个数都是应有的 {detail} 倍。",
    ),
    "ask_factor": (
        "Which line multiplies, or divides, all of them?",
        "哪一行把所有的数都乘（或除）了同一个数？",
    ),
    "means_permuted": ("The rows are right, but in another order.", "每一行都对，只是行的顺序乱了。"),
    "ask_permuted": ("To which word does row 0 belong?", "第 0 行应该属于哪个词？"),
    "means_last_missing": (
        "The last {detail} is missing, the others are right.",
        "少了最后一{detail}，其余都对。",
    ),
    "means_first_missing": (
        "The first {detail} is missing, the others are right.",
        "少了第一{detail}，其余都对。",
    ),
    "ask_missing": (
        "Where does your loop, or your slice, begin and end?",
        "循环或者切片，从哪里开始，到哪里结束？",
    ),
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
    "means_unknown": (
        "This is none of the mistakes that the check knows.",
        "这个错误不在检查程序认识的错误之中。",
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
    "ask_error_held": (
        "Nothing could stop it for {seconds} s, since one call held Python. Should that happen again: "
        "Kernel → Restart in the menu. Which call goes through that many numbers?",
        "整整 {seconds} 秒都停不下来：有一次调用一直占着 Python。"
        "再遇到时，请用菜单里的“内核 → 重启内核”（Kernel → Restart）。是哪一次调用要处理这么多数？",
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
    "means_no_forward": (
        "PyTorch calls a method of the name forward; your class has {detail}.",
        "PyTorch 调用的方法叫 forward；你的类里有的是 {detail}。",
    ),
    "ask_no_forward": ("Which of these should it be?", "其中哪一个本来应该叫 forward？"),
    "means_no_layers": (
        "Your module has no nn.Linear of the name {detail}.",
        "你的模块里没有名为 {detail} 的 nn.Linear。",
    ),
    "ask_no_layers": (
        "Which three layers does __init__ make, and are they kept in self?",
        "__init__ 里建了哪三个层？有没有存到 self 里？",
    ),
    "means_tied": (
        "The numbers are right, but {detail} are one matrix, not two.",
        "数都算对了，可是 {detail} 用的是同一个权重矩阵。",
    ),
    "ask_tied": (
        "What changes in the other when training changes one of them?",
        "训练时改动其中一个，另一个会怎样？",
    ),
    "means_detached": (
        "The numbers are right, but no gradient reaches {detail}: training would not change it.",
        "数都算对了，可是梯度传不到 {detail}：训练时它不会变。",
    ),
    "ask_detached": (
        "Which line leaves the graph: no_grad, detach, numpy, or a new tensor?",
        "哪一行离开了计算图：no_grad、detach、numpy，还是新建的张量？",
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

# What the steps of the exercises are called that have no name of their own in data/names.json.
STEPS = {
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
    """What a step is called in the language in force."""
    return in_force(STEPS[step]) if step in STEPS else name_of(step)


def meaning_of(exercise, verdict):
    """What it means, and one question."""
    if verdict.mistakes:
        sentences = [in_force(mistake.means) for mistake in verdict.mistakes]
        means = text("both", a=sentences[0], b=sentences[1]) if len(sentences) > 1 else sentences[0]
        for other in verdict.others:
            means = text("either", a=means, b=in_force(other.means))
        return means, in_force(verdict.mistakes[0].ask)
    if verdict.special == "error":
        return _meaning_of_error(verdict.outcomes[verdict.case].error, _axes(exercise, verdict))
    key, values = verdict.special, {"detail": verdict.detail, "name": exercise.name}
    if key == "arguments":
        values["detail"] = ", ".join(exercise.arguments)
    if key in ("last_missing", "first_missing"):
        values["detail"] = text(verdict.detail)
    means = text(f"means_{key}", **values)
    if verdict.located and key not in ("random", "ignored"):
        means = means if key != "unknown" else ""
        right, step, line = verdict.located
        where = text(
            "means_located" if right else "means_located_first", right=right, step=step_title(step), line=line
        )
        asked = f"ask_{key}" if key in ("all_nan", "some_nan") else "ask_located"
        return (means + _space() + where).strip(), text(asked)
    if key == "unknown" and shape_is_wrong(verdict):
        key = "unknown_shape"
    return means, text(f"ask_{_ASKED_ALIKE.get(key, key)}", **values)


_ASKED_ALIKE = dict.fromkeys(("twice", "half", "negative"), "factor")
_ASKED_ALIKE |= dict.fromkeys(("last_missing", "first_missing"), "missing")


def _space():
    """Between two sentences."""
    return " " if language() == "en" else ""


def _axes(exercise, verdict):
    """How many axes the largest of the arrays has with which it failed."""
    given = verdict.inputs[verdict.case] if verdict.case < len(verdict.inputs) else {}
    return max((np.ndim(x) for x in given.values()), default=0)


def _meaning_of_error(error, axes):
    key = key_of(error, line_of(error), axes)
    means = sentence_of(key) if key else text("means_error")
    if key == "too_long" and error.args:
        return means, text("ask_error_held", seconds=error.args[0])
    if key in ("too_long", "memory"):
        return means, text(f"ask_error_{key}")
    return means, text("ask_error_shape" if key in (*SHAPES, "t_on_a_batch") else "ask_error")


def shape_is_wrong(verdict):
    """Whether the result has another shape than the right one, where both are there."""
    value = verdict.outcomes[verdict.case].value
    return (
        value is not None and bool(verdict.expected) and value.shape != verdict.expected[verdict.case].shape
    )
