"""The words of a hand-out besides the site's: English, then Chinese."""

from tools.site import words as site

TEXTS = {
    "answers": ("Answers", "答案"),
    "see": ("at the end, {number}", "见文末第 {number} 条"),
    "your_answer": ("Your answer, and why:", "我的答案和理由："),
    "your_program": ("Room for your program:", "在这里写程序："),
    "film": (
        "In the notebook a slider leads from the first to the last.",
        "在笔记本里，拖动滑块就能看到全过程。",
    ),
    "goals": ("Reach this, at the computer or with a pencil:", "在电脑上，或者用铅笔，做到："),
}


def words(lang):
    """Return the site's words and these in one language, by key."""
    column = ("en", "zh").index(lang)
    return site.words(lang) | {key: pair[column] for key, pair in TEXTS.items()}
