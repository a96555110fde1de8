"""train: gradient descent, a loop of one line."""

from attnlib._validate import namespace
from attnlib.exercises.exercise import Exercise, Mistake
from attnlib.exercises.random_inputs import float32, whole

# Gradients of small losses, to be followed by hand, and of one that bends.


def twice(W):
    return 2 * W


def from_one(W):
    return W - 1


def bent(W):
    return W + namespace(W).sin(W)


def inputs(rng):
    shape: tuple
    for gradient, shape, steps in ((twice, (2, 2), 2), (from_one, (2, 3), 3)):
        yield {"gradient": gradient, "W": whole(rng, *shape), "rate": 0.25, "steps": steps}
    for gradient, shape, rate, steps in (
        (from_one, (3, 4), 0.3, 4),
        (bent, (4, 2), 0.2, 5),
        (bent, (5,), 0.1, 7),
        (twice, (2, 3, 2), 0.15, 6),
    ):
        yield {"gradient": gradient, "W": 2 * rng.normal(size=shape), "rate": rate, "steps": steps}
    yield float32({"gradient": bent, "W": rng.normal(size=(3, 2)), "rate": 0.2, "steps": 4})


def descent(step, more=0):
    """What follows if step(W, s, k) is taken in place of each step, and so many more steps."""

    def follow(s):
        W = s.W
        for k in range(int(s.steps) + more):
            W = step(W, s, k)
        return W

    return follow


STEPS = {"end": descent(lambda W, s, k: W - s.rate * s.gradient(W))}

WHERE = ("At which W is the slope that counts?", "该看哪一处的坡度：是哪个 W？")
AT_THE_END = (
    "What does whoever calls your function want to go on with?",
    "用你这个函数的人，接下来要用的是什么？",
)
HOW_MANY = ("With steps = 1: how often is W changed?", "如果 steps = 1，W 要改几次？")

MISTAKES = (
    Mistake(
        "uphill",
        {"end": descent(lambda W, s, k: W + s.rate * s.gradient(W))},
        ("Each step goes uphill: the loss grows.", "每一步都在往上走：损失越来越大。"),
        (
            "Where does the gradient point: to larger losses or to smaller ones?",
            "梯度指向损失更大的地方，还是更小的地方？",
        ),
    ),
    Mistake(
        "one_step",
        {"end": lambda s: s.W - s.rate * s.gradient(s.W)},
        ("Only one step is taken.", "只走了一步。"),
        ("Where does return stand, inside the loop or after it?", "return 写在循环里面，还是循环后面？"),
    ),
    Mistake(
        "no_step",
        {"end": lambda s: s.W},
        ("W comes back as it was.", "返回的 W 一点没变。"),
        ("Does the new W get the name W?", "算出的新的 W，有没有重新叫作 W？"),
    ),
    Mistake(
        "gradient_once",
        {"end": lambda s: s.W - s.steps * s.rate * s.gradient(s.W)},
        (
            "The gradient is computed once, at the start, for all steps.",
            "梯度只在开头算了一次，每一步都用它。",
        ),
        WHERE,
    ),
    Mistake(
        "from_the_start",
        {
            "end": lambda s: descent(lambda W, t, k: s.W - t.rate * t.gradient(W))(s),
        },
        ("Each step starts again from the first W.", "每一步都从最初的 W 重新出发。"),
        ("From where does the second step begin?", "第二步应该从哪里出发？"),
    ),
    Mistake(
        "no_rate",
        {"end": descent(lambda W, s, k: W - s.gradient(W))},
        ("The rate is not used.", "没有用到 rate。"),
        ("What says how far a step goes?", "一步走多远，由什么决定？"),
    ),
    Mistake(
        "divided_by_rate",
        {"end": descent(lambda W, s, k: W - s.gradient(W) / s.rate)},
        ("The gradient is divided by the rate.", "梯度除以了 rate。"),
        ("Should a smaller rate make longer steps?", "rate 越小，步子应该越大吗？"),
    ),
    Mistake(
        "shrinking_rate",
        {"end": descent(lambda W, s, k: W - s.rate / (k + 1) * s.gradient(W))},
        ("The steps get shorter and shorter.", "步子越来越小了。"),
        ("Is the rate to change on the way?", "rate 在路上要变吗？"),
    ),
    Mistake(
        "one_step_too_many",
        {"end": descent(lambda W, s, k: W - s.rate * s.gradient(W), more=1)},
        ("There is one step too many.", "多走了一步。"),
        HOW_MANY,
    ),
    Mistake(
        "one_step_too_few",
        {"end": descent(lambda W, s, k: W - s.rate * s.gradient(W), more=-1)},
        ("There is one step too few.", "少走了一步。"),
        HOW_MANY,
    ),
    Mistake(
        "sign_only",
        {"end": descent(lambda W, s, k: W - s.rate * namespace(W).sign(s.gradient(W)))},
        ("Each number moves by the rate, however steep it is.", "不管多陡，每个数都只走 rate 那么远。"),
        (
            "Should a number that hardly matters move as far as one that matters much?",
            "影响很小的数，该和影响很大的数走得一样远吗？",
        ),
    ),
    Mistake(
        "gradient_returned",
        {"end": lambda s: s.gradient(STEPS["end"](s))},
        ("This is a gradient, not the W at the end.", "返回的是梯度，不是最后的 W。"),
        (
            "What does the reader of your function want to go on with?",
            "用你这个函数的人，接下来要用的是什么？",
        ),
    ),
    Mistake(
        "only_the_change",
        {"end": lambda s: STEPS["end"](s) - s.W},
        ("This is how far W has moved, not where it is.", "返回的是 W 一共移动了多少，不是它到了哪里。"),
        (
            "What does the reader of your function want to go on with?",
            "用你这个函数的人，接下来要用的是什么？",
        ),
    ),
)


def gradient_descent(gradient, W, rate, steps):
    """Go so many steps downhill: each time against the gradient, as far as the rate says."""
    for _ in range(steps):
        W = W - rate * gradient(W)
    return W


EXERCISE = Exercise(
    name="train",
    doc="Check f(gradient, W, rate, steps): W after that many steps, each against the gradient at W.",
    arguments={name: name for name in ("gradient", "W", "rate", "steps")},
    inputs=inputs,
    steps=STEPS,
    mistakes=MISTAKES,
    hints=(
        (
            "The gradient says where the loss grows. Go the other way, a little, and do it again.",
            "梯度指向损失变大的方向。往反方向走一小步，再来一次。",
        ),
        (
            "In the loop: a new W from the old one, rate and gradient(W). After the loop: return it.",
            "循环里：用旧的 W、rate 和 gradient(W) 算出新的 W。循环结束后：返回它。",
        ),
        (
            "W = W − rate · gradient(W), for _ in range(steps). (Not W -= …, which would change the W that "
            "you were given.)",
            "W = W − rate · gradient(W)，for _ in range(steps)。（不要写 W -= …，那会改掉别人交给你的 W。）",
        ),
    ),
    solution="""\
def my_train(gradient, W, rate, steps):
    for _ in range(steps):
        W = W - rate * gradient(W)
    return W""",
    why=(
        "Each step asks anew where it is steep, since W has moved. Every model is trained by such a loop; "
        "Adam only chooses the length of the step for each number by itself.",
        "W 动了，坡度就变了，所以每一步都要重新算梯度。所有的模型都是在这样一个循环里训练出来的；"
        "Adam 不过是替每个数各选一个步长。",
    ),
    reference=gradient_descent,
)
