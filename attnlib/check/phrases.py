"""What a check says, in English and in Chinese; mistakes.py and texts.py hold what mistakes and hints say."""

from attnlib.language import LANGUAGES, language

# One key, then English and Chinese with the same {places}.
PHRASES = {
    # the verdict
    "todo": ("○ To do", "○ 还没做"),
    "wrong": ("✗ Not yet", "✗ 还不对"),
    "right": ("✓ Right", "✓ 正确"),
    "hint": ("Hint {k} of {total}", "提示 {k}/{total}"),
    "solution": ("Solution", "参考答案"),
    "progress": ("Solved so far", "已完成的练习"),
    "nothing_written": (
        'Nothing is written here yet. A hint: check.hint("{name}")',
        '这里还没有写。需要提示时，运行 check.hint("{name}")',
    ),
    "still_a_gap": ("Put your answer in place of the dots.", "请把 ... 换成你的答案。"),
    "all_right": (
        "Your result is right for {k} random inputs.",
        "换了 {k} 组随机输入，你的结果都正确。",
    ),
    "seed": ("seed {seed}", "随机种子 {seed}"),
    # what was seen
    "for_inputs": ("For {inputs}, {seen}.", "输入 {inputs} 时，{seen}。"),
    "given": ("You gave {detail}.", "你交上来的是{detail}。"),
    "comma": (", ", "，"),
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
    "takes": ("Your function has these arguments: {detail}.", "你的函数的参数是 {detail}。"),
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
    "module_of": (
        "SelfAttention(d_model={d_model}, d_k={d_k})",
        "SelfAttention(d_model={d_model}, d_k={d_k})",
    ),
    # hints, solutions, progress
    "no_more_hints": (
        'That was the last hint. Next: check.solution("{name}")',
        '这是最后一条提示。还不行，可以看 check.solution("{name}")',
    ),
    "next_hint": ("Once more gives the next one.", "再运行一次，看下一条。"),
    "confirm": (
        'Try once more before you look? If not: check.solution("{name}", confirm=True)',
        '要不要先再试一次？想看答案，运行 check.solution("{name}", confirm=True)',
    ),
    "solved": ("{k} of {total}: {list}", "{k}/{total}：{list}"),
    "none_checked": ("No exercise has been checked yet.", "还没有检查过任何练习。"),
    "no_exercise": (
        "There is no exercise {name}. There are: {names}.",
        "没有叫 {name} 的练习。有这些：{names}。",
    ),
    # closed questions
    "question": ("question", "问题"),
    "question_shape": ("shape", "形状"),
    "yes": ("{answer}: that is it.", "{answer}：答对了。"),
    "you_said": ("You said {answer}.", "你的答案是 {answer}。"),
    "no_number": ("This needs a number, such as 0.5.", "这里要填一个数，例如 0.5。"),
    "not_that_number": ("That is not it.", "不是这个数。"),
    "ask_number": (
        "What exactly is asked for, and which numbers decide it?",
        "题目问的到底是什么？由哪些数决定？",
    ),
    "sign": ("The sign is the wrong way round.", "正负号反了。"),
    "percent": ("That is in percent.", "这是百分数。"),
    "ask_percent": ("What part of one is it?", "写成一个小数是多少？"),
    "ask_sign": ("Which of the factors are negative?", "相乘的数里，哪些是负的？"),
    "no_option": ("Choose one of {options}.", "请从 {options} 里选一个。"),
    "not_that_option": ("That is not it.", "不是这一个。"),
    "ask_option": ("What speaks against it?", "有什么理由说它不对？"),
    "no_shape": ("A shape is written like (2, 3).", "形状要写成 (2, 3) 这样。"),
    "axes_count": ("The number of axes is different from yours.", "轴的个数和你写的不一样。"),
    "swapped": ("Two sizes have changed places.", "有两个长度的位置反了。"),
    "swapped_names": ("You have {a} and {b} swapped.", "{a} 和 {b} 的位置反了。"),
    "size_off": (
        "The length of axis {k} (counted from 0) is different.",
        "第 {k} 个轴（从 0 数起）的长度不对。",
    ),
    "size_is": (
        "Axis {k} (counted from 0) has the length {b}, not {a}.",
        "第 {k} 个轴（从 0 数起）的长度应该是 {b}，不是 {a}。",
    ),
    "size_named": (
        "The length of axis {k} (counted from 0) is not {a}.",
        "第 {k} 个轴（从 0 数起）的长度不是 {a}。",
    ),
    "size_should": (
        "Axis {k} (counted from 0) has the length {b}.",
        "第 {k} 个轴（从 0 数起）的长度是 {b}。",
    ),
    "ask_shape": ("What does each axis count?", "每个轴数的是什么？"),
    "or": (" or ", " 或 "),
}


def phrase(key, **values):
    """The words for key in the language in force, with the values put in their places."""
    return own(PHRASES[key]).format(**values)


def own(pair):
    """Of a pair (English, Chinese) that of the language in force."""
    return pair[LANGUAGES.index(language())]


def known(key):
    """Whether there are words for key."""
    return key in PHRASES
