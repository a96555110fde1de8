"""The texts in pictures and in their descriptions: English, then Chinese."""

from attnlib.i18n import text_from

TEXTS = {
    "head": ("head {k}", "第 {k} 个头"),
    "matrix": ("matrix", "矩阵"),
    "values": ("values V", "值 V"),
    "outputs": ("{k} outputs", "{k} 个输出"),
    "first_number": ("first number", "第一个数"),
    "second_number": ("second number", "第二个数"),
    "words": ("words", "词"),
    "numbers_of_a_word": ("numbers of a word", "一个词的各个数"),
    "sentences": ("sentences", "句子"),
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
    "alt_equally": ("{row} looks equally at {cols}, {x} each", "{row}同样关注{cols}，权重各 {x}"),
    "alt_equally_at_all": (
        "{row} looks equally at all {k}, {x} each",
        "{row}同样关注全部 {k} 个，权重各 {x}",
    ),
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
    "alt_moves": ("“{word}” alone: {at}.", "单独一个“{word}”：{at}。"),
    "alt_moved": (
        "in “{sentence}” {at}, pulled by “{by}” with the weight {weight}",
        "在“{sentence}”里：{at}，是“{by}”以权重 {weight} 拉过去的",
    ),
    "hand": ("hand {i}", "第 {i} 根"),
    "alt_clocks": (
        "{k} clocks, each with one hand for a sine and a cosine, turned from the top: {angles}.",
        "{k} 个钟面，各有一根指针，表示一对正弦和余弦；从正上方顺时针转过：{angles}。",
    ),
    "alt_frame": ("At {x} {at}: {lines}.", "“{x}”为 {at} 时：{lines}。"),
    "alt_atlas": (
        "Attention maps of {b} × {h} heads, {n} × {m} each; the first column gets {x} of a row on average.",
        "{b} × {h} 个头的注意力图，各 {n} 行 {m} 列；第一列平均得到一行的 {x}。",
    ),
    "alt_points": ("Across: {x}; upwards: {y}.", "横轴：{x}；纵轴：{y}。"),
    "alt_point": ("{name} at {at}", "“{name}”在 {at}"),
    "alt_path": ("{name} goes from {first} to {last}", "“{name}”从 {first} 走到 {last}"),
    "alt_more_points": ("and {k} more", "另有 {k} 个"),
    "alt_curves": ("Lines: {y} over {x} from {a} to {b}.", "折线图：横轴“{x}”从 {a} 到 {b}，纵轴“{y}”。"),
    "alt_line": ("{name} goes from {first} to {last}", "“{name}”从 {first} 变到 {last}"),
    "alt_runs": (
        "{name}, the mean of {r} runs, goes from {first} to {last}, and the runs end from {low} to {high}",
        "“{name}”（{r} 次运行的平均）从 {first} 变到 {last}，各次运行最后在 {low} 到 {high} 之间",
    ),
    "alt_clusters": (
        "A map of {n} × {m} numbers, rows that are alike beside each other. From the top: {rows} …",
        "{n} 行 {m} 列的图，相似的行排在一起。从上往下依次是：{rows}……",
    ),
    "alt_diagram": ("Read off the code: {lines}.", "从代码读出的结构：{lines}。"),
    "alt_cubes": (
        "A batch of {sentences} sentences of {words} words of {numbers} numbers.",
        "一批 {sentences} 个句子，每句 {words} 个词，每个词 {numbers} 个数。",
    ),
    "alt_cube": ("{name}: {k} numbers share one mean", "{name}：{k} 个数共用一个均值"),
    "alt_histograms": ("Histogram of {x}.", "“{x}”的分布。"),
    "alt_sample": (
        "{name}: {k} numbers, mean {mean}, standard deviation {sd}",
        "“{name}”：{k} 个数，平均 {mean}，标准差 {sd}",
    ),
}

text = text_from(TEXTS)
