"""The words shown in pictures, widgets and messages, in each language."""

# One key, then English and Chinese with the same {places}.
WORDS = {
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
    # the explorer
    "explorer_title": ("Self-attention explorer", "自注意力探索器"),
    "explorer_controls": ("Controls", "控制"),
    "explorer_sentence": ("Sentence", "句子"),
    "explorer_sentence_k": ("sentence {k}", "第 {k} 句"),
    "explorer_heads": ("Head", "头"),
    "explorer_head": ("head {k}", "第 {k} 个头"),
    "explorer_matrices": ("Matrices …", "换一组矩阵…"),
    "explorer_preset_as_given": ("as given", "原来的矩阵"),
    "explorer_preset_identity": ("identity", "单位矩阵"),
    "explorer_preset_same": ("W_K = W_Q", "W_K = W_Q"),
    "explorer_preset_zero": ("all zero", "全零"),
    "explorer_preset_random": ("random, with a seed", "随机（指定种子）"),
    "explorer_seed": ("seed", "随机种子"),
    "explorer_scaling": ("Scaling", "缩放"),
    "explorer_no_scale": ("no scaling", "不缩放"),
    "explorer_temperature": ("Temperature", "温度"),
    "explorer_mask": ("Mask", "掩码"),
    "explorer_no_mask": ("no mask", "无掩码"),
    "explorer_causal": ("causal", "因果掩码"),
    "explorer_paint": ("paint", "自己画"),
    "explorer_how_to_paint": (
        "Click a score or a weight to hide it, or show it again; with the keyboard, the space bar.",
        "点一下分数或权重，就把它遮住；再点一下恢复。用键盘时按空格键。",
    ),
    "explorer_undo": ("undo", "撤销"),
    "explorer_redo": ("redo", "重做"),
    "explorer_reset": ("reset", "还原"),
    "explorer_large": ("large type", "大字"),
    "explorer_copy_state": ("copy state", "复制状态"),
    "explorer_one_line": (
        "The state as one line of Python. To go back to it, run the line, or paste it here and load it.",
        "用一行 Python 代码表示现在的状态。以后运行这一行，或者粘贴到这里再点“载入”，就能回到这个状态。",
    ),
    "explorer_copy": ("copy", "复制"),
    "explorer_load": ("load", "载入"),
    "explorer_copied": ("Copied.", "已复制。"),
    "explorer_selected": ("Selected: press Ctrl+C.", "已选中，请按 Ctrl+C 复制。"),
    "explorer_loaded": ("Loaded.", "已载入。"),
    "explorer_not_loaded": (
        "This line does not fit here: nothing has changed.",
        "这一行和这里的矩阵对不上，什么也没有改。",
    ),
    "explorer_step_scores": ("scores", "注意力分数"),
    "explorer_step_scaled": ("scaled", "缩放后"),
    "explorer_step_masked": ("masked", "加掩码后"),
    "explorer_step_weights": ("weights", "注意力权重"),
    "explorer_step_output": ("output", "输出"),
    "explorer_step_merged": ("heads side by side", "各头拼接"),
    "explorer_step_projected": ("projected output", "投影后的输出"),
    "explorer_step_context": ("context", "上下文"),
    "explorer_hint_Q": ("what each word asks", "各个词在找什么"),
    "explorer_hint_K": ("what it offers", "靠什么被找到"),
    "explorer_hint_V": ("what it passes on", "要传出去的内容"),
    "explorer_hint_scores": ("Q Kᵀ", "Q Kᵀ"),
    "explorer_hint_weights": ("softmax of each row", "逐行做 softmax"),
    "explorer_hint_output": ("weights · V", "权重 · V"),
    "explorer_hint_context": ("what is looked at", "被看的句子"),
    "explorer_locked": ("locked", "已锁定"),
    "explorer_plane": ("The output lies between the values", "输出落在各个值之间"),
    "explorer_output_of": ("output of {row}", "“{row}”的输出"),
    "explorer_plane_alt": (
        "Values: {values}. Output of {row}: ({output}).",
        "各个值：{values}。“{row}”的输出：({output})。",
    ),
    "explorer_arithmetic": ("Arithmetic of the chosen number", "选中的数是怎样算出来的"),
    "explorer_choose_a_number": (
        "Choose any number, and here stands how it is made.",
        "点任意一个数，这里就写出它是怎样算出来的。",
    ),
    "explorer_was": ("was {x}, {by}", "原来是 {x}，变化 {by}"),
    "explorer_goes_X": (
        "goes into the query, the key and the value of {row}",
        "用来算“{row}”的查询、键和值",
    ),
    "explorer_goes_query": ("goes into the query of {row}", "用来算“{row}”的查询"),
    "explorer_goes_context": ("goes into the key and the value of {row}", "用来算“{row}”的键和值"),
    "explorer_goes_W": (
        "goes into column {col} of {step}, for every word",
        "每个词在 {step} 的第 {col} 列都用到它",
    ),
    "explorer_looks": ("{row} looks most at {col}: {x}.", "“{row}”最关注“{col}”：{x}。"),
    "explorer_looks_nowhere": (
        "{row} may look nowhere: its weights and its output are 0.",
        "“{row}”不能看任何词：它的权重和输出都是 0。",
    ),
    "explorer_changed": (
        "Changed by the last edit: {weights} weights, {outputs} output numbers.{largest}",
        "刚才的修改使 {weights} 个权重、{outputs} 个输出数发生了变化。{largest}",
    ),
    "explorer_largest": (
        " Largest: {row} → {col} {by}.",
        "变化最大的是“{row}”→“{col}”：{by}。",
    ),
    "explorer_nothing_changed": (
        "The last edit changes no weight and no output.",
        "刚才的修改没有改变任何权重和输出。",
    ),
    "explorer_bad_number": (
        "“{text}” is not a number such as 1.5 or −2. {kept} stays.",
        "“{text}”不是数（正确的写法如 1.5、−2），仍用 {kept}。",
    ),
    "explorer_bad_block": (
        "The pasted block has {rows} × {cols} numbers; from here on there is room for {n} × {m}. "
        "Nothing has changed.",
        "粘贴的内容有 {rows} 行 {cols} 列，而从这一格起只放得下 {n} 行 {m} 列，什么也没有改。",
    ),
    "explorer_too_large": (
        "With this number the result is too large to compute. The last good state stays.",
        "改成这个数以后，结果大得无法计算。仍保留上一个状态。",
    ),
    "explorer_bad_temperature": (
        "The temperature needs a number above 0, and not “{text}”. {kept} stays.",
        "温度要填大于 0 的数，“{text}”不行，仍用 {kept}。",
    ),
    "explorer_puzzle": ("Puzzle.", "谜题："),
    "explorer_and": (" and ", " 和 "),
    "explorer_goal_by": ("Change only {names}.", "只许改 {names}。"),
    "explorer_goal_weight_above": (
        "Make {row} look at {col} with a weight above {x}.",
        "让“{row}”给“{col}”的权重大于 {x}。",
    ),
    "explorer_goal_weight_below": (
        "Make {row} look at {col} with a weight below {x}.",
        "让“{row}”给“{col}”的权重小于 {x}。",
    ),
    "explorer_goal_number_above": (
        "Make {step}[{row}, {col}] larger than {x}.",
        "让 {step}[{row}, {col}] 大于 {x}。",
    ),
    "explorer_goal_number_below": (
        "Make {step}[{row}, {col}] smaller than {x}.",
        "让 {step}[{row}, {col}] 小于 {x}。",
    ),
    "explorer_now": ("now {x}", "现在是 {x}"),
    "explorer_goal_met": ("✓ Solved", "✓ 成功了"),
    "explorer_goal_open": ("not yet", "还没有"),
    "explorer_predict": ("Predict", "先猜一猜"),
    "explorer_ask_weights": (
        "Predict first: at which word will {row} look most?",
        "先猜一猜：“{row}”最关注哪个词？",
    ),
    "explorer_ask_scores": (
        "Predict first: which word will get the highest score from {row}?",
        "先猜一猜：“{row}”给哪个词的分数最高？",
    ),
    "explorer_ask_number": (
        "Predict first: what will {step}[{row}, {col}] be?",
        "先猜一猜：{step}[{row}, {col}] 是多少？",
    ),
    "explorer_commit": ("This is my answer", "就选这个"),
    "explorer_choose_first": ("Choose an answer first.", "请先选一个答案。"),
    "explorer_write_number": ("Write a number first, such as 0.5.", "请先写一个数，例如 0.5。"),
    "explorer_answer_first": (
        "What follows is shown when you have answered.",
        "回答之后，才会显示后面的结果。",
    ),
    "explorer_was_right": ("✓ You said {said}, and so it is: {x}.", "✓ 你猜的是“{said}”，猜对了：{x}。"),
    "explorer_was_wrong": (
        "✗ You said {said}: {y}. It is {best}: {x}. What did you not expect?",
        "✗ 你猜的是“{said}”：{y}；实际上是“{best}”：{x}。哪一点和你想的不一样？",
    ),
    "explorer_was_close": ("✓ You said {said}; it is {x}. Close.", "✓ 你猜的是 {said}，实际是 {x}，很接近。"),
    "explorer_was_off": (
        "✗ You said {said}; it is {x}, {off} away.",
        "✗ 你猜的是 {said}，实际是 {x}，相差 {off}。",
    ),
    "explorer_python_follows": ("Python follows ✓", "Python 已同步 ✓"),
    "explorer_python_waits": ("Python …", "Python …"),
    "explorer_python_lost": (
        "Python no longer follows: it is busy or has stopped. The picture goes on; "
        "run the cell again to reconnect.",
        "Python 没有跟上：它正忙，或者已经停止。图仍可继续用；重新运行这一格即可恢复连接。",
    ),
    "explorer_keys": ("Keys", "键盘操作"),
    "explorer_keys_text": (
        "↑ ↓ change a number by 1, with Shift by 0.1 · drag it sideways for tenths · ← → Enter go to the "
        "next cell, Ctrl+arrows in any direction · Tab goes to the next matrix · Ctrl+Z undoes · Space hides "
        "or shows a cell while you paint a mask · in a map, arrows go on by one, with Shift by ten, and "
        "Enter edits · a block from a spreadsheet can be pasted.",
        "↑ ↓ 每次改 1，按住 Shift 改 0.1；左右拖动每次改 0.1；← → 和 Enter 移到相邻的格，"
        "Ctrl+方向键可移往任意方向；Tab 移到下一个矩阵；Ctrl+Z 撤销；"
        "画掩码时按空格键遮住或恢复一格；"
        "在大图里，方向键每次走一格，按住 Shift 走十格，按 Enter 修改；可以粘贴电子表格里的一块数。",
    ),
}
