"""The language in force, and the words shown in pictures, widgets and messages."""

LANGUAGES = ("en", "zh")

_in_force = "en"


def use_language(code):
    """Show words in English ("en") or Simplified Chinese ("zh") from now on."""
    global _in_force
    if code not in LANGUAGES:
        raise ValueError(f'use_language: needs "en" or "zh", but {code!r} was given.')
    _in_force = code


def language():
    """The language in force: "en" or "zh"."""
    return _in_force


def word(key, **values):
    """The words for key in the language in force, with the values put in their places."""
    return _WORDS[key][LANGUAGES.index(_in_force)].format(**values)


# One key, then English and Chinese with the same {places}.
_WORDS = {
    "query": ("query", "查询"),
    "key": ("key", "键"),
    "value": ("value", "值"),
    "scores": ("scores", "注意力分数"),
    "scaled": ("scaled scores", "缩放后的分数"),
    "masked": ("masked scores", "加掩码后的分数"),
    "weights": ("attention weights", "注意力权重"),
    "output": ("output", "输出"),
    # what is written in pictures
    "head": ("head {k}", "第 {k} 个头"),
    "matrix": ("matrix", "矩阵"),
    "values": ("values V", "值 V"),
    "outputs": ("{k} outputs", "{k} 个输出"),
    "first_number": ("first number", "第一个数"),
    "second_number": ("second number", "第二个数"),
    # pictures in words
    "alt_comma": (", ", "、"),
    "alt_semicolon": ("; ", "；"),
    "alt_colon": (": ", "："),
    "alt_stop": (".", "。"),
    "alt_space": (" ", ""),
    "alt_matrix": ("{title}, {n} × {m}.", "{title}，{n} 行 {m} 列。"),
    "alt_row": ("row {name}", "第 {name} 行"),
    "alt_col": ("column {name}", "第 {name} 列"),
    "alt_row_of": ("row {name}", "{name}行"),
    "alt_col_of": ("column {name}", "{name}列"),
    "alt_most": ("{row} looks most at {col} {x}", "{row}最关注{col}，权重 {x}"),
    "alt_nowhere": ("{row} looks nowhere", "{row}不关注任何词元"),
    "alt_more": ("and {k} more rows", "另有 {k} 行"),
    "alt_least": ("smallest {x} in {row}, {col}", "最小值 {x} 在{row}{col}"),
    "alt_largest": ("largest {x} in {row}, {col}", "最大值 {x} 在{row}{col}"),
    "alt_masked": ("{k} of {total} cells are masked.", "{total} 格中有 {k} 格被掩码遮住。"),
    "alt_wrong_sums": ("Rows that do not sum to 1: {k} ({rows}).", "有 {k} 行的和不是 1（{rows}）。"),
    "alt_steps": ("Steps of self-attention: {steps}.", "自注意力的步骤：{steps}。"),
    "alt_here": ("Lit: {steps}.", "突出显示的是：{steps}。"),
    "alt_heads": (
        "Attention weights of each head, {h} × {n} × {m}.",
        "{h} 个头的注意力权重，各 {n} 行 {m} 列。",
    ),
    "alt_none_outside": (
        "{k} outputs and {m} values in the plane: every output lies between the values.",
        "平面上有 {k} 个输出和 {m} 个值：每个输出都落在这些值围成的区域里。",
    ),
    "alt_outside": (
        "{k} outputs and {m} values in the plane: {outside} outputs lie outside the values.",
        "平面上有 {k} 个输出和 {m} 个值：有 {outside} 个输出落在这些值围成的区域外。",
    ),
    "alt_values": ("The values: {values}.", "各个值：{values}。"),
    # controls and what they say
    "temperature": ("temperature", "温度"),
    "live_error": (
        "This cannot be drawn ({error}). The picture still shows the last values that could.",
        "这组数值画不出来（{error}）。图中仍是上一次画出的结果。",
    ),
    "live_range": (
        "{name} needs a number from {low} to {high}, but is {given}. The picture still shows {kept}.",
        "{name}应取 {low} 到 {high} 之间的数，现在输入的是 {given}；图中仍是 {kept} 时的结果。",
    ),
    "live_figure": ("A picture without a title.", "一幅没有标题的图。"),
}
