"""The site's own words: English, then Chinese."""

TEXTS = {
    "lang": ("en", "zh-CN"),
    "locale": ("en_US", "zh_CN"),
    "share": (
        "Every number of self-attention for the words small cat chases fish",
        "“小 猫 追 鱼”四个词的自注意力，每个数都看得见",
    ),
    "site": ("Self-attention, step by step", "一步一步学自注意力"),
    "tagline": (
        "See every number of self-attention, change any of them, and watch what follows.",
        "自注意力里的每一个数都摆在眼前，动手改一个，就能看到后面的结果怎么跟着变。",
    ),
    "other": ("中文", "English"),
    "other_lang": ("zh-CN", "en"),
    "other_folder": ("zh", "en"),
    "skip": ("To the text", "跳到正文"),
    "lessons": ("Lessons", "目录"),
    "glossary": ("Glossary", "术语表"),
    "search": ("Search", "搜索"),
    "search_for": ("Search all pages", "搜索全部页面"),
    "search_close": ("Close", "关闭"),
    "search_none": ("Nothing is found for “{words}”.", "没有找到“{words}”。"),
    "search_some": ("Found in {count} places.", "找到 {count} 处。"),
    "on_this_page": ("On this page", "本页内容"),
    "before": ("Previous", "上一课"),
    "after": ("Next", "下一课"),
    "copy": ("Copy", "复制"),
    "copied": ("Copied", "已复制"),
    "code": ("Program", "程序"),
    "unfold": ("Show this part", "展开这一部分"),
    "needs_python": (
        "In the notebook, with Python, this can be changed: here it is as it begins.",
        "在笔记本里（有 Python）才能动，这里是一开始的样子。",
    ),
    "play": ("Play", "播放"),
    "pause": ("Pause", "暂停"),
    "needs_script": (
        "This can be changed and answered when your browser runs JavaScript.",
        "打开浏览器的 JavaScript，这里就能动手改、动手答。",
    ),
    "exercise": ("Your turn.", "轮到你了。"),
    "exercise_how": (
        "You write this where Python runs; there it is checked, and you are told which mistake you made.",
        "在能运行 Python 的地方写：写完当场检查，错了会告诉你错在哪里。",
    ),
    "answers": ("Answers", "答案"),
    "see": ("(see {number} at the end)", "（见文末第 {number} 条）"),
    "your_answer": ("Your answer, and why:", "我的答案和理由："),
    "your_program": ("Room for your program:", "在这里写程序："),
    "at_home": ("On your computer", "在自己的电脑上"),
    "lesson": ("lesson", "课"),
    "minutes": ("minutes", "分钟"),
    "try": (
        "Four words look at each other. Click any number to see how it is made, or change one.",
        "四个词互相看。点任意一个数，看它怎样算出来；也可以改一个数试试。",
    ),
    "theme": ("Theme", "主题"),
    "theme_system": ("as the system", "跟随系统"),
    "theme_light": ("light", "浅色"),
    "theme_dark": ("dark", "深色"),
    "lost": ("There is no such page", "没有这个页面"),
    "lost_says": ("Perhaps it has another name by now.", "可能已经改了名字。"),
    "start": ("Begin with lesson 00", "从第 00 课开始"),
    "how": ("How to use these pages", "怎样使用"),
    "how_read": (
        "Everything here answers in your browser: change a number in an explorer, answer a question. Nothing "
        "is installed, nothing is sent anywhere, and it works without a network, from a folder of files too.",
        "所有的图和题都在浏览器里直接作答：改图里的数，回答问题。不用安装，不往外发送任何东西；"
        "没有网络，从文件夹里直接打开也能用。",
    ),
    "run": ("Write programs", "动手写程序"),
    "run_home": (
        "The exercises, and whatever else you may want to program, need Python. In the project's folder, two "
        "commands are enough; the first opens the lessons in JupyterLab:",
        "做练习、自己写程序，都需要 Python。在项目的文件夹里，两条命令就够了；第一条用 JupyterLab 打开课程：",
    ),
    "run_online": ("Or without installing anything, in", "也可以什么都不装，直接用"),
    "run_windows": (
        "On Windows these are `py tasks.py lab` and `py tasks.py test`.",
        "在 Windows 上是 `py tasks.py lab` 和 `py tasks.py test`。",
    ),
    "reference": ("Reference of attnlib", "attnlib 参考手册"),
    "reference_says": (
        "The functions and classes of the package: their arguments, what they do, their source.",
        "程序包里的函数和类：有哪些参数、做什么、源代码怎么写。说明文字和源代码里的一样，是英文的。",
    ),
    "colon": (": ", "："),
    "source": ("Source", "源代码"),
    "foot": (
        "Made from notebooks that were run, number by number.",
        "由运行过的 notebook 生成，每个数都是算出来的。",
    ),
}


def words(lang):
    """Return all of them in one language, by key."""
    column = ("en", "zh").index(lang)
    return {key: pair[column] for key, pair in TEXTS.items()}
