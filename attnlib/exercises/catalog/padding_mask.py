"""padding_mask: nobody may look at the padding."""

from attnlib import attention
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import layer_of


def inputs(rng):
    for lead, m in ((), 3), ((), 5), ((2,), 3), ((3,), 4), ((2, 3), 6):
        is_token = rng.random((*lead, m)) < 0.6
        is_token[..., 0], is_token[..., -1] = True, False
        yield {"layer": layer_of(lead), "is_token": is_token}


STEPS = {"keep": lambda s: s.is_token[..., None, :]}

MISTAKES = (
    Mistake(
        "rows_hidden",
        {"keep": lambda s: s.is_token[..., :, None]},
        ("The padding is hidden as a row: it is the words that look.", "填充被当作行遮住了：行是“看”的词。"),
        ("Which axis are the words that are looked at?", "被看的词在哪一个轴上？"),
    ),
    Mistake(
        "rows_and_columns_hidden",
        {"keep": lambda s: s.is_token[..., None, :] & s.is_token[..., :, None]},
        (
            "The padding is hidden as a column and as a row: then its own row may look nowhere.",
            "填充既当作列、又当作行遮住了：它自己的那一行就什么也不能看了。",
        ),
        ("Does it matter what the padding looks at?", "填充看了什么，会影响别的词吗？"),
    ),
    Mistake(
        "padding_inverted",
        {"keep": lambda s: ~s.is_token[..., None, :]},
        ("The padding may be looked at, and the words may not.", "填充可以看，真正的词反而不能看。"),
        ("What does True mean in `keep`?", "`keep` 里的 True 是什么意思？"),
    ),
    Mistake(
        "no_axis_for_queries",
        {"keep": lambda s: s.is_token},
        ("There is no axis for the queries.", "缺少查询那一个轴。"),
        (
            "The scores are (batch, n, m). How does (batch, m) meet them?",
            "分数的形状是 (batch, n, m)，(batch, m) 怎样和它对齐？",
        ),
    ),
)

EXERCISE = Exercise(
    name="padding_mask",
    doc="Check f(is_token): bool (..., m), True for real tokens -> bool (..., 1, m), True = may attend.",
    arguments={"is_token": "is_token"},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "Padding must not be looked at. Is the word that is looked at a row or a column of the scores?",
            "填充不应该被看到。在分数表里，被看的词是行还是列？",
        ),
        (
            "A column: every query gets the same row of True and False, so one row is enough.",
            "是列：每个查询对应的那一行 True、False 都一样，所以只要一行就够了。",
        ),
        (
            "Put an axis of size 1 before the last one, as None does in brackets; it broadcasts over "
            "queries.",
            "在最后一个轴前面加一个长度为 1 的轴（方括号里写 None），它会广播到所有的查询。",
        ),
    ),
    solution="""\
def my_padding_mask(is_token):
    return is_token[..., None, :]""",
    why=(
        "The scores are (…, n, m), and the mask has to tell for each of the m keys whether it may be "
        "looked at. (…, 1, m) says it once for all n queries.",
        "分数的形状是 (…, n, m)，掩码要说明 m 个键里哪些可以看。(…, 1, m) 对 n 个查询都适用，"
        "只说一次就够了。",
    ),
    reference=attention.padding_mask,
)
