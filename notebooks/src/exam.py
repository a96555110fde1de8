# %% [markdown] id="title" lang="en"
# # Exam
#
# Forty questions over lessons 00 to 14, closed book: shapes, sums by hand, what happens if, programs in which to find the mistake, pictures to read. None of them is asked in a lesson.
#
# About 75 minutes. Paper and a pencil are allowed, and a calculator.

# %% [markdown] id="title" lang="zh" agreed="8bd06f67-2c2356dc"
# # 考试
#
# 一共四十题，覆盖第 00 到 14 课，闭卷：写形状，动笔算数，判断“如果改动一处会怎样”，给程序找错，看图回答。没有一题在课里问过。
#
# 约 75 分钟。可以用纸笔和计算器。

# %% id="setup"
from attnlib import use_language
from classroom import exam
use_language("en")

# %% [markdown] id="links" lang="en"
# [← 14](14_two_towers.ipynb) · [Glossary](glossary.ipynb)

# %% [markdown] id="links" lang="zh" agreed="151f255c-c87f4393"
# [← 14](14_two_towers.ipynb) · [术语表](glossary.ipynb)

# %% id="exam"
exam()

# %% [markdown] id="for-a-class" lang="en"
# **For a class.** `exam(7)` is the same exam for everybody who runs it. The result can be kept as a page or printed; it is made in the browser and sent to nobody.

# %% [markdown] id="for-a-class" lang="zh" agreed="fbeee88c-09062a56"
# **用在班里。** `exam(7)` 对谁都是同一张卷子。结果可以存成网页，也可以打印；它只在浏览器里生成，不会发给任何人。
