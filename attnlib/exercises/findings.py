"""List what can be seen of a wrong answer that is no mistake of the catalogue, and the words for it."""

from enum import StrEnum

from attnlib.exercises.texts import Pair

_FACTOR = ("Which line multiplies, or divides, all of them?", "哪一行把所有的数都乘（或除）了同一个数？")
_MISSING = ("Where does your loop, or your slice, begin and end?", "循环或者切片，从哪里开始，到哪里结束？")
_NAN = (
    "What do 0 · ∞, ∞ − ∞ and 0 / 0 give, and which line makes one of them?",
    "0 · ∞、∞ − ∞、0 / 0 得到什么？哪一行会出现这样的算式？",
)


class Finding(StrEnum):
    """A finding, equal to its key; `means` and `ask` are its texts, in English and Chinese.

    Their places: {detail} is the verdict's detail, {name} the exercise.
    """

    means: Pair  # what has been done
    ask: Pair  # a question to think about; never the answer

    def __new__(cls, key, means, ask):
        finding = str.__new__(cls, key)
        finding._value_, finding.means, finding.ask = key, means, ask
        return finding

    # of what came back
    NOTHING = (
        "nothing",
        ("Your function returns nothing.", "你的函数没有返回结果。"),
        ("Did you forget `return`?", "是不是忘了写 return？"),
    )
    CONSTANTS = (
        "constants",
        ("The result is the same for every input.", "不管输入是什么，结果都一样。"),
        (
            "Does your function use its arguments, or numbers and variables from elsewhere?",
            "你的函数用的是自己的参数，还是写死的数、别处的变量？",
        ),
    )
    IN_PLACE = (
        "in_place",
        (
            "Your function changes {detail}, which belongs to whoever calls it.",
            "你的函数改动了传进来的 {detail}，那是调用者的数据。",
        ),
        ("What does the next cell find in {detail}?", "下一个单元格再用 {detail}，看到的是什么？"),
    )
    LIST = (
        "list",
        ("They come as a list, not as an array.", "可是返回的是列表，不是数组。"),
        ("What do @ and .shape make of a list?", "对列表用 @ 或者 .shape，会怎样？"),
    )
    NO_ARRAY = (
        "no_array",
        ("That is no plain array of real numbers.", "这不是由实数组成的普通数组。"),
        ("What does your last line return?", "最后一行返回的是什么？"),
    )
    NO_BOOLS = (
        "no_bools",
        (
            "A mask holds True and False; yours holds {detail}.",
            "掩码里应该是 True 和 False，你的是 {detail}。",
        ),
        ("What is ~ of a number, and what of True?", "对一个数取 ~ 得到什么？对 True 取 ~ 呢？"),
    )
    NO_FLOATS = (
        "no_floats",
        (
            "Your result holds {detail}, with no room for what comes after the decimal point.",
            "结果的类型是 {detail}，放不下小数部分。",
        ),
        ("Which line makes whole numbers, or True and False?", "整数（或者 True、False）是哪一行产生的？"),
    )
    ROUNDED = (
        "rounded",
        ("Every number is close, but not close enough.", "每个数都很接近，但还不够准。"),
        (
            "Is something rounded on the way, or is a constant not quite that of the formula?",
            "中间有没有四舍五入？或者某个常数和公式里的不完全一样？",
        ),
    )
    RANDOM = (
        "random",
        ("The same input gives another result each time.", "同样的输入，每次结果都不一样。"),
        ("Which line is random, and should it be?", "哪一行带有随机性？这里需要随机吗？"),
    )
    IGNORED = (
        "ignored",
        ("The result does not change when {detail} changes.", "{detail} 变了，结果却没有变。"),
        ("Where should {detail} come in?", "{detail} 应该用在哪一步？"),
    )
    # of the numbers alone
    ALL_NAN = "all_nan", ("Every number is NaN.", "每个数都是 NaN。"), _NAN
    SOME_NAN = "some_nan", ("Some numbers are NaN.", "有些数是 NaN。"), _NAN
    TRANSPOSED = (
        "transposed",
        ("The numbers are right, but transposed.", "数都对，可是整张表转置了。"),
        ("What is a row of the result, and what a column?", "结果的一行是什么？一列又是什么？"),
    )
    TWICE = "twice", ("Every number is twice what it should be.", "每个数都是应有的两倍。"), _FACTOR
    HALF = "half", ("Every number is half of what it should be.", "每个数都只有应有的一半。"), _FACTOR
    NEGATIVE = "negative", ("Every number has the wrong sign.", "每个数的正负号都反了。"), _FACTOR
    FACTOR = (
        "factor",
        ("Every number is {detail} times what it should be.", "每个数都是应有的 {detail} 倍。"),
        _FACTOR,
    )
    PERMUTED = (
        "permuted",
        ("The rows are right, but in another order.", "每一行都对，只是行的顺序乱了。"),
        ("To which word does row 0 belong?", "第 0 行应该属于哪个词？"),
    )
    LAST_MISSING = (
        "last_missing",
        ("The last {detail} is missing, the others are right.", "少了最后一{detail}，其余都对。"),
        _MISSING,
    )
    FIRST_MISSING = (
        "first_missing",
        ("The first {detail} is missing, the others are right.", "少了第一{detail}，其余都对。"),
        _MISSING,
    )
    UNKNOWN = (
        "unknown",
        ("This is none of the mistakes that the check knows.", "这个错误不在检查程序认识的错误之中。"),
        (
            "In a small example by hand, which step is the first to differ?",
            "拿一个小例子手算一遍：从哪一步开始和程序不一样？",
        ),
    )
    # of the function itself
    ERROR = (
        "error",
        ("There your function stops.", "你的函数停在了这里。"),
        ("What does each name in this line hold?", "这一行里的每个名字，里面装的是什么？"),
    )
    ARGUMENTS = (
        "arguments",
        ("The check calls it with {detail}.", "检查时传给它的参数是 {detail}。"),
        (
            "Which of these does your function lack, or have too many?",
            "对照一下：你的函数少了哪个参数，或者多了哪个？",
        ),
    )
    NO_FUNCTION = (
        "no_function",
        (
            "The check needs the function itself, to call it with other inputs.",
            "检查需要函数本身，这样才能换别的输入来调用它。",
        ),
        (
            "Are there brackets after its name, as in check.{name}(my_{name}(…))?",
            "函数名后面是不是多了括号，写成了 check.{name}(my_{name}(…))？",
        ),
    )
    # of a module
    NO_MODULE = (
        "no_module",
        (
            "The check needs a class made from nn.Module, or an instance of it.",
            "检查需要一个 nn.Module 的子类，或者它的实例。",
        ),
        ("What stands in brackets after `class …`?", "`class …` 后面的括号里写的是什么？"),
    )
    NO_FORWARD = (
        "no_forward",
        (
            "PyTorch calls a method of the name forward; your class has {detail}.",
            "PyTorch 调用的方法叫 forward；你的类里有的是 {detail}。",
        ),
        ("Which of these should it be?", "其中哪一个本来应该叫 forward？"),
    )
    NO_LAYERS = (
        "no_layers",
        ("Your module has no nn.Linear of the name {detail}.", "你的模块里没有名为 {detail} 的 nn.Linear。"),
        (
            "Which three layers does __init__ make, and are they kept in self?",
            "__init__ 里建了哪三个层？有没有存到 self 里？",
        ),
    )
    LAYER_SIZES = (
        "layer_sizes",
        (
            "Your layer does not go from d_model numbers to d_k: {detail}.",
            "这一层不是从 d_model 个数变成 d_k 个数：{detail}。",
        ),
        (
            "Which of its two sizes is that of x, and which that of a query?",
            "两个长度里，哪个是 x 的，哪个是查询的？",
        ),
    )
    TIED = (
        "tied",
        (
            "The numbers are right, but {detail} are one matrix, not two.",
            "数都算对了，可是 {detail} 用的是同一个权重矩阵。",
        ),
        (
            "What changes in the other when training changes one of them?",
            "训练时改动其中一个，另一个会怎样？",
        ),
    )
    DETACHED = (
        "detached",
        (
            "The numbers are right, but no gradient reaches {detail}: training would not change it.",
            "数都算对了，可是梯度传不到 {detail}：训练时它不会变。",
        ),
        (
            "Which line leaves the graph: no_grad, detach, numpy, or a new tensor?",
            "哪一行离开了计算图：no_grad、detach、numpy，还是新建的张量？",
        ),
    )


# The numbers alone are seen: it is worth a look where they come from.
OF_NUMBERS = {
    Finding.ALL_NAN, Finding.SOME_NAN, Finding.TRANSPOSED, Finding.TWICE, Finding.HALF, Finding.NEGATIVE,
    Finding.FACTOR, Finding.PERMUTED, Finding.LAST_MISSING, Finding.FIRST_MISSING, Finding.UNKNOWN,
}  # fmt: skip

# No input plays a part: what was handed in is shown instead, or nothing, where a part of it is missing.
OF_WHAT_WAS_GIVEN = {Finding.ARGUMENTS, Finding.NO_FUNCTION, Finding.NO_MODULE, Finding.LAYER_SIZES}
OF_WHAT_IS_MISSING = {Finding.NO_LAYERS, Finding.NO_FORWARD, Finding.TIED, Finding.DETACHED}
