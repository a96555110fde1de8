"""The texts on the explorer: English, then Chinese, with the same {places}."""

from attnlib.draw.steps import STEPS, title
from attnlib.i18n import text_from, texts_of

TEXTS = {
    "title": ("Self-attention explorer", "自注意力探索器"),
    "who_looks": ("Who looks at whom", "谁在看谁"),
    "below_zero": ("below 0", "小于 0"),
    "above_zero": ("above 0", "大于 0"),
    "can_change": ("you can change it", "可以改"),
    "goes_in": ("goes into the chosen number", "用来算选中的数"),
    "side_by_side": ("side by side", "拼接"),
    "settings": ("settings", "设置"),
    "controls": ("Controls", "控制"),
    "sentence": ("Sentence", "句子"),
    "sentence_k": ("sentence {k}", "第 {k} 句"),
    "heads": ("Head", "头"),
    "head": ("head {k}", "第 {k} 个头"),
    "head_on": ("on", "开"),
    "head_is_on": ("head {k} is on", "第 {k} 个头开着"),
    "matrices": ("Matrices …", "换一组矩阵…"),
    "preset_as_given": ("as given", "原来的矩阵"),
    "preset_identity": ("identity", "单位矩阵"),
    "preset_same": ("W_K = W_Q", "W_K = W_Q"),
    "preset_zero": ("all zero", "全零"),
    "preset_random": ("random, with a seed", "随机（指定种子）"),
    "seed": ("seed", "随机种子"),
    "scaling": ("Scaling", "缩放"),
    "no_scale": ("no scaling", "不缩放"),
    "temperature": ("Temperature", "温度"),
    "mask": ("Mask", "掩码"),
    "no_mask": ("no mask", "无掩码"),
    "causal": ("causal", "因果掩码"),
    "paint": ("paint", "自己画"),
    "how_to_paint": (
        "Click a score or a weight to hide it, or show it again, or draw across several; with the keyboard, "
        "the space bar.",
        "点一下分数或权重，就把它遮住，再点一下恢复；也可以按住鼠标划过几格。用键盘时按空格键。",
    ),
    "pin": ("pin", "固定对比"),
    "pinned": ("Now, pinned, and the difference", "现在、固定的和两者之差"),
    "pin_now": ("now", "现在"),
    "pin_pinned": ("pinned", "固定的"),
    "pin_difference": ("now − pinned", "现在 − 固定的"),
    "undo": ("undo", "撤销"),
    "redo": ("redo", "重做"),
    "reset": ("reset", "还原"),
    "large": ("large type", "大字"),
    "copy_state": ("copy state", "复制状态"),
    "one_line": (
        "What is on the screen as one line of Python (without what is pinned and the steps that can be "
        "undone). To go back to it, run the line, or paste it here and load it.",
        "用一行 Python 代码表示屏幕上的一切（固定的对比和撤销步骤除外）。以后运行这一行，"
        "或者粘贴到这里再点“载入”，就能回到这个状态。",
    ),
    "copy": ("copy", "复制"),
    "load": ("load", "载入"),
    "copied": ("Copied.", "已复制。"),
    "selected": ("Selected: press Ctrl+C.", "已选中，请按 Ctrl+C 复制。"),
    "loaded": ("Loaded.", "已载入。"),
    "not_loaded": (
        "This line does not fit here: nothing has changed.",
        "这一行和这里的矩阵对不上，什么也没有改。",
    ),
    "unreadable": (
        "This is no such line: it needs to be Explorer(…).load({…}), or what stands between the braces. "
        "Nothing has changed.",
        "看不懂这一行：应是 Explorer(…).load({…})，或者只有花括号里的内容。什么也没有改。",
    ),
    "other_explorer": (
        "This line is of an explorer that begins with other numbers: run it in a cell. Nothing has changed.",
        "这一行属于另一个起始数值不同的探索器：请在代码格里运行它。这里什么也没有改。",
    ),
    "picture": ("picture:", "图片："),
    "picture_saved": ("Saved as {name}.", "已保存为 {name}。"),
    "no_picture": (
        "This picture is too large for a PNG here: take the SVG.",
        "这张图太大，存不成 PNG，请改用 SVG。",
    ),
    "in_address": (
        "The address of this page says the same: whoever opens the page with it sees what you see.",
        "这一页的网址里也记着这个状态：用这个网址打开本页，看到的就和你现在看到的一样。",
    ),
    "bad_address": (
        "What stands behind # in the address does not fit this page: nothing has changed.",
        "网址中 # 后面的内容和这一页对不上：什么也没有改。",
    ),
    "step_merged": ("heads side by side", "各头拼接"),
    "step_projected": ("projected output", "投影后的输出"),
    "step_context": ("context", "上下文"),
    "hint_Q": ("what it looks for", "各个词在找什么"),
    "hint_K": ("what it is found by", "凭什么被找到"),
    "hint_V": ("what it passes on", "要传出去的内容"),
    "hint_context": ("what is looked at", "被看的句子"),
    "locked": ("locked", "已锁定"),
    "plane": ("The output lies between the values", "输出落在各个值之间"),
    "output_of": ("output of {row}", "“{row}”的输出"),
    "plane_alt": (
        "Values: {values}. Output of {row}: {output}.",
        "各个值：{values}。“{row}”的输出：{output}。",
    ),
    "value_at": ("value of {name}: {at}; arrow keys move it", "“{name}”的值：{at}；可用方向键移动"),
    "output_at": (
        "output of {name}: {at}; arrow keys ask which weights it would need elsewhere",
        "“{name}”的输出：{at}；用方向键试试：要移到别处，权重该是多少",
    ),
    "would_need": (
        "At {at} the output of {row} would need the weights {shares}.",
        "“{row}”的输出要落在 {at}，权重就得是：{shares}。",
    ),
    "needs_none": (
        "No weights bring the output of {row} to {at}: it is not between the values that are looked at.",
        "什么样的权重都不能让“{row}”的输出落在 {at}：那里不在所看的各个值之间。",
    ),
    "no_weights": ("no weights reach this", "怎么加权都到不了"),
    "brightest": ("brightest: {x}", "最亮处：{x}"),
    "arithmetic": ("Arithmetic of the chosen number", "选中的数是怎样算出来的"),
    "choose_a_number": (
        "Choose any number to see here how it is made.",
        "点任意一个数，这里会写出它是怎样算出来的。",
    ),
    "player": ("Play how this number is made", "演示这个数是怎样算出来的"),
    "play": ("play, or pause", "播放或暂停"),
    "play_on": ("next step", "下一步"),
    "play_back": ("step back", "上一步"),
    "play_end": ("stop", "停止"),
    "play_first": ("{name}: {term} = {x}.", "{name}：{term} = {x}。"),
    "play_term": ("{name}: {term} = {x}; so far {so}.", "{name}：{term} = {x}；到这里是 {so}。"),
    "play_sum": ("The result is {x}.", "结果是 {x}。"),
    "play_score": ("The score is {x}.", "分数是 {x}。"),
    "play_scores": ("The scores of {row} with all words.", "“{row}”对每个词的分数。"),
    "play_divided": ("Each score {by}.", "每个分数都 {by}。"),
    "play_less": (
        "The largest, {x}, is taken from each: no weight changes.",
        "每个都减去最大的 {x}：权重不变。",
    ),
    "play_powers": (
        "e to the power of each: all are above 0, and the larger ones grow most.",
        "以 e 为底，各取指数：结果都大于 0，大的放大得最多。",
    ),
    "play_total": ("Together they are {x}.", "加起来是 {x}。"),
    "play_share": ("The share of {col} is its weight: {x}.", "“{col}”占的份额就是它的权重：{x}。"),
    "was": ("was {x}, {by}", "原来是 {x}，变化 {by}"),
    "goes_X": (
        "goes into the query, the key and the value of {row}",
        "用来算“{row}”的查询、键和值",
    ),
    "goes_query": ("goes into the query of {row}", "用来算“{row}”的查询"),
    "goes_context": ("goes into the key and the value of {row}", "用来算“{row}”的键和值"),
    "goes_W": (
        "times {row} of {X}: goes into {col} of {step}",
        "乘上 {X} 的{row}，用来算 {step} 的{col}",
    ),
    "goes_b": (
        "goes into {col} of {step}, for every word",
        "每个词在 {step} 的{col}都加上它",
    ),
    "column_named": ("column {name}", "“{name}”列"),
    "column_k": ("column {k}", "第 {k} 列"),
    "looks_equally": ("{row} looks equally at {cols}: {x} each.", "“{row}”同样关注{cols}：各 {x}。"),
    "looks_equally_at_all": (
        "{row} looks equally at all {k} words: {x} each.",
        "“{row}”同样关注全部 {k} 个词：各 {x}。",
    ),
    "fits_equally": (
        "{row} has equally large scores with {cols}: {x}.",
        "“{row}”对{cols}的分数一样大：{x}。",
    ),
    "quoted": ("{name}", "“{name}”"),
    "comma": (", ", "、"),
    "looks": ("{row} looks most at {col}: {x}.", "“{row}”最关注“{col}”：{x}。"),
    "fits": ("{row} has its largest score with {col}: {x}.", "“{row}”对“{col}”的分数最大：{x}。"),
    "looks_nowhere": (
        "{row} may look nowhere: its weights and its output are 0.",
        "“{row}”不能看任何词：它的权重和输出都是 0。",
    ),
    "changed": (
        "Changed by the last edit: {weights} weights, {outputs} output numbers.{largest}",
        "刚才的修改使 {weights} 个权重、{outputs} 个输出数发生了变化。{largest}",
    ),
    "largest": (
        " Largest: {row} → {col} {by}.",
        "变化最大的是“{row}”→“{col}”：{by}。",
    ),
    "nothing_changed": (
        "The last edit changes no weight and no output.",
        "刚才的修改没有改变任何权重和输出。",
    ),
    "bad_number": (
        "“{text}” is not a number such as 1.5 or −2. {kept} stays.",
        "“{text}”不是数（正确的写法如 1.5、−2），仍用 {kept}。",
    ),
    "bad_comma": (
        "A comma may mean several things in “{text}”: write a point before decimals, and blanks between "
        "numbers. {kept} stays.",
        "“{text}”里的逗号有几种可能的意思：小数请用点，数与数之间请用空格。仍用 {kept}。",
    ),
    "bad_block": (
        "The pasted block has {rows} × {cols} numbers; from here on there is room for {n} × {m}. "
        "Nothing has changed.",
        "粘贴的内容有 {rows} 行 {cols} 列，而从这一格起只放得下 {n} 行 {m} 列，什么也没有改。",
    ),
    "too_large": (
        "With this number the result is too large to compute. The last good state stays.",
        "改成这个数以后，结果大得无法计算。仍保留上一个状态。",
    ),
    "bad_temperature": (
        "The temperature needs a number above 0, and not “{text}”. {kept} stays.",
        "温度要填大于 0 的数，“{text}”不行，仍用 {kept}。",
    ),
    "puzzle": ("Puzzle.", "谜题："),
    "and": (" and ", " 和 "),
    "goal_by": ("Change only {names}.", "只许改：{names}。"),
    "the_mask": ("the mask", "掩码"),
    "goal_weight_above": (
        "Make {row} look at {col} with a weight above {x}.",
        "让“{row}”给“{col}”的权重大于 {x}。",
    ),
    "goal_weight_below": (
        "Make {row} look at {col} with a weight below {x}.",
        "让“{row}”给“{col}”的权重小于 {x}。",
    ),
    "goal_pair_above": (
        "Make {step}[{row}, {col}] larger than {x}.",
        "让“{row} → {col}”的{step}大于 {x}。",
    ),
    "goal_pair_below": (
        "Make {step}[{row}, {col}] smaller than {x}.",
        "让“{row} → {col}”的{step}小于 {x}。",
    ),
    "goal_number_above": (
        "Make {step}[{row}, {col}] larger than {x}.",
        "在{step}里，让“{row}”的“{col}”大于 {x}。",
    ),
    "goal_number_below": (
        "Make {step}[{row}, {col}] smaller than {x}.",
        "在{step}里，让“{row}”的“{col}”小于 {x}。",
    ),
    "goal_place_above": (
        "Make {step}[{row}, {col}] larger than {x}.",
        "在{step}里，让“{row}”那一行的第 {col} 个数（从 0 数起）大于 {x}。",
    ),
    "goal_place_below": (
        "Make {step}[{row}, {col}] smaller than {x}.",
        "在{step}里，让“{row}”那一行的第 {col} 个数（从 0 数起）小于 {x}。",
    ),
    "one_change": ("1 change", "1 处"),
    "changes": ("{k} changes", "{k} 处"),
    "par": (
        "In {changes}, whole numbers from {low} to {high}.",
        "改 {changes}就够，只用 {low} 到 {high} 的整数。",
    ),
    "par_of_mask": ("In {changes}.", "改 {changes}就够。"),
    "now": ("now {x}", "现在是 {x}"),
    "goal_met": ("✓ Solved", "✓ 成功了"),
    "goal_open": ("not yet", "还没有"),
    "solved_par": ("✓ Solved in {changes}, as few as it takes.", "✓ 成功了，改了 {changes}，不能再少了。"),
    "solved_fewer": (
        "✓ Solved in {changes}, fewer than the {par} asked for.",
        "✓ 成功了，只改了 {changes}，比说好的 {par} 处还少。",
    ),
    "solved_more": (
        "✓ Solved, in {changes}; {par} would do.",
        "✓ 成功了，改了 {changes}；其实 {par} 处就够。",
    ),
    "solved_outside": (
        "✓ Solved, in {changes} and with {x}; {par} would do, with whole numbers from {low} to {high}.",
        "✓ 成功了，改了 {changes}，用到了 {x}；其实只用 {low} 到 {high} 的整数，改 {par} 处就够。",
    ),
    "hint": ("hint", "提示"),
    "hint_k": ("Hint {k} of {n}: {hint}", "提示 {k}/{n}：{hint}"),
    "show_solution": ("show a solution", "看一种解法"),
    "to_hide": ("hide {col} from {row}", "遮住“{row} → {col}”"),
    "to_show": ("let {row} look at {col}", "让“{row}”看“{col}”"),
    "one_solution": (
        "One of the solutions: {changes}. “undo” (↶) brings yours back.",
        "一种解法：{changes}。按“撤销”（↶）就能回到你自己的。",
    ),
    "space": (" ", ""),
    "predict": ("Predict", "先猜一猜"),
    "ask_weights": (
        "Predict first: at which word will {row} look most?",
        "先猜一猜：“{row}”最关注哪个词？",
    ),
    "ask_scores": (
        "Predict first: which word will get the highest score from {row}?",
        "先猜一猜：“{row}”给哪个词的分数最高？",
    ),
    "ask_pair": (
        "Predict first: what will {step}[{row}, {col}] be?",
        "先猜一猜：“{row} → {col}”的{step}是多少？",
    ),
    "ask_number": (
        "Predict first: what will {step}[{row}, {col}] be?",
        "先猜一猜：在{step}里，“{row}”的“{col}”是多少？",
    ),
    "ask_place": (
        "Predict first: what will {step}[{row}, {col}] be?",
        "先猜一猜：在{step}里，“{row}”那一行的第 {col} 个数（从 0 数起）是多少？",
    ),
    "commit": ("This is my answer", "就选这个"),
    "choose_first": ("Choose an answer first.", "请先选一个答案。"),
    "write_number": ("Write a number first, such as 0.5.", "请先写一个数，例如 0.5。"),
    "answer_first": (
        "What follows is shown when you have answered.",
        "回答之后，才会显示后面的结果。",
    ),
    "was_right": ("✓ You said {said}, and so it is: {x}.", "✓ 你猜的是“{said}”，猜对了：{x}。"),
    "was_right_as_others": (
        "✓ You said {said}, and so it is: {x}. It shares the first place with {others}.",
        "✓ 你猜的是“{said}”，猜对了：{x}。和它并列第一的还有{others}。",
    ),
    "was_wrong": (
        "✗ You said {said}: {y}. It is {best}: {x}.",
        "✗ 你猜的是“{said}”：{y}；实际上是“{best}”：{x}。",
    ),
    "was_wrong_as_others": (
        "✗ You said {said}: {y}. It is {others}: {x} each.",
        "✗ 你猜的是“{said}”：{y}；实际上{others}并列第一，都是 {x}。",
    ),
    "why_hidden": ("{said} is hidden from {row} by the mask.", "掩码遮住了“{said}”，“{row}”看不到它。"),
    "why_asks": (
        "{row} looks most for “{name}” ({q}): {best} has {a}, {said} {b}.",
        "“{row}”最想找的是“{name}”（{q}）：“{best}”有 {a}，“{said}”是 {b}。",
    ),
    "why_column": (
        "What decides most is {column}: there {row} asks with {q}, {best} has {a}, and {said} {b}.",
        "差距主要在{column}：“{row}”的查询是 {q}，“{best}”的键是 {a}，“{said}”的键是 {b}。",
    ),
    "column_counted": ("column {k} (counting from 0)", "第 {k} 列（从 0 数起）"),
    "why_scores": (
        "The scores of {row} are {all}: the largest is that of {best}, which gets the largest weight.",
        "“{row}”的分数：{all}。{best}的分数最大，权重也就最大。",
    ),
    "word_number": ("{word} {x}", "“{word}” {x}"),
    "was_exact": ("✓ You said {said}, and so it is.", "✓ 你猜的是 {said}，完全正确。"),
    "was_close": ("✓ You said {said}; it is {x}. Close.", "✓ 你猜的是 {said}，实际是 {x}，很接近。"),
    "was_off": (
        "✗ You said {said}; it is {x}, {off} away.",
        "✗ 你猜的是 {said}，实际是 {x}，相差 {off}。",
    ),
    "python_follows": ("Python follows ✓", "Python 已同步 ✓"),
    "python_waits": ("Python …", "Python …"),
    "python_lost": (
        "Python no longer follows: it is busy or has stopped. The picture goes on; "
        "run the cell again to reconnect.",
        "Python 没有跟上：它正忙，或者已经停止。图仍可继续用；重新运行这一格即可恢复连接。",
    ),
    "python_unconnected": (
        "Not connected to Python. The picture goes on; run the cell again to connect (“copy state” keeps "
        "your numbers).",
        "没有和 Python 连接。图仍可继续用；重新运行这一格即可连接（“复制状态”可保留你的数）。",
    ),
    "keys": ("Keys", "键盘操作"),
    "keys_text": (
        "↑ ↓ change a number by 1, with Shift by 0.1 · drag it sideways for tenths · ← → Enter go to the "
        "next cell, Ctrl+arrows in any direction · Tab goes to the next matrix · Ctrl+Z undoes · Space hides "
        "or shows a cell while you paint a mask · in a map, arrows go on by one, with Shift by ten, and "
        "Enter edits · Escape takes back what is being typed · Shift+Enter goes on to the next cell of the "
        "notebook · a block from a spreadsheet, or an array as Python prints it, can be pasted.",
        "↑ ↓ 每次改 1，按住 Shift 改 0.1；左右拖动每次改 0.1；← → 和 Enter 移到相邻的格，"
        "Ctrl+方向键可移往任意方向；Tab 移到下一个矩阵；Ctrl+Z 撤销；"
        "画掩码时按空格键遮住或恢复一格；"
        "在大图里，方向键每次走一格，按住 Shift 走十格，按 Enter 修改；按 Esc 取消正在输入的数；"
        "按 Shift+Enter 到笔记本的下一格；可以粘贴电子表格里的一块数，或 Python 打印出的数组。",
    ),
}

text = text_from(TEXTS)


def texts():
    """Return all texts in the language in force by key, with step_Q and so on: how each step is called."""
    return {f"step_{name}": title(name, short=True) for name in STEPS} | texts_of(TEXTS)
