"""The texts around a question: English, then Chinese, with the same {places}."""

from attnlib.i18n import text_from

TEXTS = {
    "title": ("Question", "问题"),
    "commit": ("This is my answer", "提交答案"),
    "hint": ("Hint", "提示"),
    "show": ("Show the answer", "看答案"),
    "large": ("large type", "大字"),
    "hands": ("show of hands", "举手表决"),
    "hands_keys": (
        "Enter, → or the next page of a clicker: the answer. Esc: back.",
        "按 Enter、→ 或翻页笔的下一页，揭晓答案；按 Esc 返回。",
    ),
    "back": ("Back", "返回"),
    "alive": (
        "Run this cell to answer: you are told at once whether it is right, and why.",
        "运行这一格就可以作答，对不对、为什么，马上知道。",
    ),
    "by_number": ("Your answer is a number.", "答案是一个数。"),
    "by_shape": ("Your answer is a shape, such as (2, 3).", "答案是一个形状，写成 (2, 3) 这样。"),
    "by_order": ("Put these into order:", "请排好先后："),
    "by_cell": ("Choose a cell of this table:", "请从这张表里选一格："),
    "right": ("✓ {said} is right.", "✓ {said}，答对了。"),
    "right_order": ("✓ That is the order.", "✓ 排对了。"),
    "wrong": ("✗ Not {said}. {reason}", "✗ 不是 {said}。{reason}"),
    "wrong_order": ("✗ Not yet. {reason}", "✗ 还不对。{reason}"),
    "again": ("You have said that already.", "这个答案已经试过了。"),
    "the_answer": ("The answer: {answer}.", "答案：{answer}。"),
    "choose_first": ("Choose an answer first.", "请先选一个答案。"),
    "cell_first": ("Choose a cell first.", "请先选一格。"),
    "number_first": ("Write a number first, such as 0.5.", "请先写一个数，例如 0.5。"),
    "shape_first": ("Write a shape first, such as (2, 3).", "请先写一个形状，例如 (2, 3)。"),
    "no_number": (
        "“{text}” cannot be read as a number. It is written like 0.5, 1/2 or 50%; a thousand is 1000.",
        "“{text}”不是数。数可以写成 0.5、1/2、50% 这样；一千写 1000。",
    ),
    "no_shape": (
        "“{text}” cannot be read as a shape. It is written like (2, 3).",
        "“{text}”不是形状。形状要写成 (2, 3) 这样。",
    ),
    "sign": ("The sign is the wrong way round.", "正负号反了。"),
    "percent": ("That is in percent. What part of one is it?", "这是百分数。写成几分之几或者小数是多少？"),
    "axes": ("The number of axes is another.", "轴的个数不对。"),
    "order_keys": (
        "Drag, or press ↑ and ↓ on an item.",
        "可以拖动，也可以选中一项后按 ↑ ↓ 移动。",
    ),
    "earlier": ("earlier: {item}", "往前移：{item}"),
    "later": ("later: {item}", "往后移：{item}"),
    "moved": ("{item}: now number {k} of {n}.", "“{item}”现在是第 {k} 项，共 {n} 项。"),
    "cell_keys": (
        "Click a cell, or go there with the arrow keys and press Enter.",
        "点一格，或者用方向键走到那一格，再按 Enter。",
    ),
    "chosen": ("Chosen: {cell}.", "已选：{cell}。"),
    "cell_label": ("row {row}, column {col}", "“{row}”行，“{col}”列"),
}

text = text_from(TEXTS)
