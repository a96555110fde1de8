"""Explain the learner's exceptions: the line of theirs that raised, and what the common ones mean."""

import inspect
import re
import site
import sysconfig
import traceback
from pathlib import Path
from textwrap import shorten

from attnlib.i18n import in_force

# Looked for in "TypeName: its words", the first that fits counts; what it means, in English and Chinese.
EXPLAINED = {
    "too_long": (
        r"^TookTooLong",
        "A check waits no longer than that.",
        "检查最多只等这么久。",
    ),
    "memory": (
        r"^MemoryError|Unable to allocate|not enough memory|can't allocate memory|array is too big"
        r"|Maximum allowed dimension",
        "An array would need more memory than there is.",
        "有一个数组太大，内存放不下。",
    ),
    "recursion": (
        r"^RecursionError",
        "The function keeps calling itself without end.",
        "函数一直在调用自己，停不下来。",
    ),
    "zero_division": (
        r"^ZeroDivisionError",
        "Something is divided by 0.",
        "出现了除以 0。",
    ),
    "import": (
        r"^NameError: name '(np|numpy|torch|math|nn|F)' is not defined",
        "That package has not been imported: run the setup cell first.",
        "这个包还没有导入：请先运行开头的准备单元格。",
    ),
    "too_early": (
        r"^UnboundLocalError",
        "A variable is used before it gets its value.",
        "变量还没有赋值，就已经被用到了。",
    ),
    "name": (
        r"^NameError",
        "This name is not known here: misspelt, or given its value in a cell that has not run?",
        "这里不认识这个名字：拼错了，还是给它赋值的单元格没有运行？",
    ),
    "before_init": (
        r"before Module.__init__",
        "super().__init__() has to come first in __init__.",
        "__init__ 里要先写 super().__init__()。",
    ),
    "leaf": (
        r"leaf Variable that requires grad",
        "A parameter that is being trained must not be changed in place, as += or x[…] = does.",
        "要训练的参数不能就地修改，+= 和 x[…] = 都是就地修改。",
    ),
    "grad": (
        r"Can't call numpy\(\) on Tensor that requires grad",
        "numpy cannot take a tensor that keeps its gradient; torch's own functions can.",
        "带梯度的张量不能直接交给 numpy；torch 自己的函数可以处理它。",
    ),
    "list": (
        r"'list' object has no attribute|list indices must be integers|'list' and|and 'list'",
        "This is a Python list; only an array has a shape and can be indexed by [i, j].",
        "这是 Python 列表；只有数组才有 shape，才能用 [i, j] 取数。",
    ),
    "pair": (
        r"torch\.return_types|'tuple' (object|and)|and 'tuple'|not tuple$",
        "That is several things in a tuple, not an array: torch.max with an axis returns values and places.",
        "这里是一个元组，不是数组：torch.max 指定轴时，同时返回最大值和位置。",
    ),
    "caret": (
        r"for \^|ufunc 'bitwise_xor'|bitwise_xor.*not implemented",
        "In Python ^ is no power; a power is written with two stars.",
        "Python 里 ^ 不是乘方；乘方要写两个星号。",
    ),
    "one_number": (
        r"only length-1 arrays|only 0-dimensional arrays|only one element tensors"
        r"|elements cannot be converted",
        "A function of math takes one number, and here is an array; np and torch have it for arrays.",
        "math 里的函数一次只能算一个数，这里却是数组；np 和 torch 里有能算数组的。",
    ),
    "none": (
        r"NoneType",
        "Something here is None: often a function that lacks its `return`.",
        "这里有个东西是 None：常常是某个函数忘了写 return。",
    ),
    "mixed": (
        r"'(numpy\.ndarray|Tensor)' and '(numpy\.ndarray|Tensor)'|(must be|expected) Tensor.*not numpy"
        r"|must be Tensor.*ndarray|expected np\.ndarray \(got Tensor|not torch\.Tensor",
        "numpy arrays and torch tensors are mixed; a calculation needs one kind.",
        "numpy 数组和 torch 张量混用了；一次计算只能用其中一种。",
    ),
    "not_callable": (
        r"object is not callable",
        "Round brackets call a function, and this is none. An entry is taken with square ones.",
        "圆括号是调用函数，而这个不是函数。取数组里的数要用方括号。",
    ),
    "keyword": (
        r"unexpected keyword argument|invalid combination of arguments",
        "This function does not know that argument: numpy says axis and keepdims, torch dim and keepdim.",
        "这个函数没有这样的参数：numpy 用 axis 和 keepdims，torch 用 dim 和 keepdim。",
    ),
    "arguments": (
        r"positional argument|takes (exactly|no|at most|at least)",
        "A function is called with more or fewer arguments than it has.",
        "调用函数时，参数的个数不对。",
    ),
    "whole": (
        r"'float' object cannot be interpreted as an integer|element of type float|type 'float'|got float"
        r"|only integers, slices",
        "A size or a place has to be a whole number; / always gives a float, // does not.",
        "长度和下标必须是整数；/ 得到的总是小数，// 得到的是整数。",
    ),
    "bool_minus": (
        r"boolean (subtract|negative)|`?-`? operator, with a bool tensor|on a bool tensor",
        "True and False cannot be subtracted; “not” is written ~.",
        "True 和 False 不能相减；取反要用 ~。",
    ),
    "truth": (
        r"truth value of an array|Boolean value of Tensor",
        "`if`, `and`, `or`, `not` want one True or False, and here are many: np.where, &, |, ~ take "
        "them all.",
        "if、and、or、not 只能处理一个真假值，这里却有许多个：要用 np.where、&、|、~。",
    ),
    "unpack": (
        r"values to unpack",
        "There are more (or fewer) values than names to take them; a batch has more axes than a sentence.",
        "等号左边的名字和右边值的个数不一样；一批句子的轴比一个句子的多。",
    ),
    "einsum": (
        r"einstein sum|einsum\(\)|remapped shapes",
        "The letters do not fit the axes; “...” in the pattern stands for any number of leading axes.",
        "einsum 的字母和轴对不上；式子里写 “...” 可以代表前面任意多个轴。",
    ),
    "cast": (
        r"Cannot cast ufunc|can't be cast to|could not infer output dtype|must be either a floating point",
        "Whole numbers (or True and False) cannot hold such a result: floats are needed.",
        "整数（或者 True、False）放不下这样的结果，这里要用浮点数。",
    ),
    "dtype": (
        r"same dtype|expected scalar type|Float did not match Double",
        "Two tensors have different dtypes, such as float32 and float64.",
        "两个张量的 dtype 不同，例如一个是 float32，一个是 float64。",
    ),
    "axes": (
        r"axes don't match|dims? ?\) = |number of dimensions in the tensor input|t\(\) expects",
        "The list of axes does not fit: with a batch or heads in front there are more of them.",
        "列出的轴和数组对不上：前面有 batch 或者头的轴时，轴更多。",
    ),
    "axis": (
        r"^AxisError|Dimension out of range|source and destination",
        "The array does not have that axis; counting from the end, −1 is the last.",
        "数组没有这个轴；从后往前数，−1 是最后一个。",
    ),
    "reshape": (
        r"cannot reshape array|is invalid for input of size|view size is not compatible",
        "The new shape holds another number of numbers than the array.",
        "新的形状能放的数，和数组里数的个数不一样。",
    ),
    "thin": (
        r"does not have enough dimensions|both arguments to matmul need to be|expected input to have",
        "A matrix product needs arrays with axes, and one side is a single number.",
        "矩阵乘法的两边都要有轴，这里有一边只是一个数。",
    ),
    "matmul": (
        r"matmul: Input operand|mat1 and mat2 shapes|not aligned|first two dimensions of batch"
        r"|must match the existing size|inconsistent tensor size|size mismatch",
        "The shapes do not match: rows on the left must be as long as columns on the right.",
        "形状对不上：左边每行有几个数，右边每列就要有几个数。",
    ),
    "broadcast": (
        r"could not be broadcast|could not broadcast|must match the size of tensor|cannot be broadcast",
        "The shapes do not match: two axes that meet need the same size, or one of them size 1.",
        "形状对不上：对应的两个轴要么一样长，要么其中一个长度是 1。",
    ),
    "ragged": (
        r"inhomogeneous|setting an array element with a sequence",
        "The rows that are to become one array are not equally long.",
        "要拼成一个数组的各行，长度不一样。",
    ),
    "too_many_indices": (
        r"too many indices",
        "There are more places in the brackets than the array has axes.",
        "方括号里的下标比数组的轴还多。",
    ),
    "boolean_index": (
        r"boolean index did not match|shape of the mask",
        "A mask in brackets needs the shape of the array itself: it is not broadcast.",
        "方括号里的掩码要和数组形状完全一样：这里不会广播。",
    ),
    "index": (
        r"^IndexError",
        "A place outside of the array is asked for.",
        "取数的位置超出了数组的范围。",
    ),
    "attribute": (
        r"^AttributeError",
        "This kind of object has nothing of that name: numpy's and torch's arrays differ.",
        "这种对象没有这个名字的方法或属性：numpy 和 torch 的数组不一样。",
    ),
}
# a product or sum whose shapes do not match, in a line with .T
T_ON_A_BATCH = (
    "The shapes do not match. With a batch, .T turns all axes around, not just the last two.",
    "形状对不上。一批句子时，.T 会把所有的轴都倒过来，而不只是最后两个。",
)
SHAPES = ("matmul", "broadcast", "reshape", "thin")

_T_ON_A_BATCH = re.compile(r"\.T\b|\.t\(\)|np\.transpose\(\w+\)|\.transpose\(\)")
_OURS = str(Path(__file__).parent.parent)
_OF_USER = site.getusersitepackages() or ""  # None where Python runs in a browser
_NOT_THEIRS = tuple(filter(None, (_OURS, sysconfig.get_paths()["stdlib"], *site.getsitepackages(), _OF_USER)))


def words_of(error):
    """Return the exception's own words in one line: "ValueError: …", cut if they are long."""
    if "core dimension" in str(error) and (shapes := _shapes_in(error)):
        return f"{type(error).__name__} ({shapes})"
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return shorten(said, 160, placeholder=" …")


def _shapes_in(error):
    """Return the shapes of the arrays that are named in the line that raised: Q (4, 3), K (5, 3)."""
    found: dict = {}
    for frame, _ in traceback.walk_tb(error.__traceback__):
        found = {name: x.shape for name, x in frame.f_locals.items() if hasattr(x, "shape")} or found
    names = dict.fromkeys(re.findall(r"[^\W\d]\w*", line_of(error)))
    return ", ".join(f"{name} {tuple(found[name])}" for name in names if name in found)


def key_of(error, line="", axes=3):
    """Return the key of the plain sentence for an exception, or "" if it has none.

    Args:
        error: the exception.
        line: the learner's line that raised it.
        axes: the most axes that an array of the input had.
    """
    said = f"{type(error).__name__}: {error}".replace("\n", " ")
    key = next((key for key, (pattern, *_) in EXPLAINED.items() if re.search(pattern, said)), "")
    return "t_on_a_batch" if axes > 2 and key in SHAPES and _T_ON_A_BATCH.search(line) else key


def sentence_of(key):
    """Return the sentence that explains exceptions of this key."""
    return in_force(T_ON_A_BATCH if key == "t_on_a_batch" else EXPLAINED[key][1:])


def line_of(error):
    """Return the learner's line that raised it: the innermost that is neither ours nor a library's."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(_NOT_THEIRS) and _named(frame)]
    return shorten(theirs[-1].line or "", 90, placeholder=" …") if theirs else ""


def depth_of(f, error):
    """Return the line number in f where the exception came from or went through; 0 if it never got there."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code is code]
    return lines[-1] if lines else 0


def _named(frame):
    return not frame.filename.startswith(("<frozen", "<__array_function__"))
