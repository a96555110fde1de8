"""Write a language model out: from a .gguf file, 4 or 8 bits a number, to a .safetensors of float32.

The first is made to be small, the second to be mapped: a kernel then reads each number where it lies, and all
kernels of a computer share it. GGUF is described in docs/gguf.md of ggml, its blocks in ggml-common.h.
"""

import json
import struct

import numpy as np

# Our name -> the file's; matrices are transposed, so that rows go in from the left.
NAMES = {
    "gain_1": "attn_norm", "W_Q": "attn_q", "W_K": "attn_k", "W_V": "attn_v", "W_O": "attn_output",
    "gain_2": "ffn_norm", "W_gate": "ffn_gate", "W_up": "ffn_up", "W_down": "ffn_down",
}  # fmt: skip
FORMS = dict(enumerate("BbHhIif?")) | {10: "Q", 11: "q", 12: "d"}  # kinds of values, as struct has them
TEXT, LIST = 8, 9
F32, Q4_1, Q8_0 = 0, 3, 8  # kinds of tensors
GROUP = 32  # numbers that share a scale
ALIGNED = 32  # the first tensor begins at a multiple of it


def convert(source, target):
    """Read one file and write the other."""
    says, tensors = read(source)
    tokens, kinds = says["tokenizer.ggml.tokens"], says["tokenizer.ggml.token_type"]
    kept = {
        "tokens": tokens,
        "merges": says["tokenizer.ggml.merges"],
        "control": next(i for i, kind in enumerate(kinds) if kind != 3),  # they come first
    }
    blocks = range(says["llama.block_count"])
    arrays = {"embedding": ["token_embd"], "gain": ["output_norm"]}
    arrays |= {ours: [f"blk.{k}.{theirs}" for k in blocks] for ours, theirs in NAMES.items()}
    header: dict[str, dict] = {"__metadata__": {"tokenizer": json.dumps(kept)}}
    end = 0
    for ours, names in arrays.items():
        shape = tensors[f"{names[0]}.weight"][1]
        if ours in NAMES:
            shape = [len(names), *shape[::-1]]
        start, end = end, end + 4 * int(np.prod(shape))
        header[ours] = {"dtype": "F32", "shape": shape, "data_offsets": [start, end]}
    packed = json.dumps(header).encode()
    packed += b" " * (-len(packed) % 8)
    with open(target, "wb") as file:
        file.write(len(packed).to_bytes(8, "little") + packed)
        for ours, names in arrays.items():
            for name in names:
                numbers = unpack(source, *tensors[f"{name}.weight"])
                np.ascontiguousarray(numbers.T if ours in NAMES else numbers).tofile(file)


def read(source):
    """Return what the file says of itself, and for each tensor its kind, shape and place."""
    with open(source, "rb") as file:

        def take(form):
            return struct.unpack("<" + form, file.read(struct.calcsize("<" + form)))

        def value(kind):
            if kind == TEXT:
                return file.read(*take("Q")).decode()
            if kind == LIST:
                kind, count = take("IQ")
                return [value(kind) for _ in range(count)]
            return take(FORMS[kind])[0]

        magic, _, count, facts = take("4sIQQ")
        if magic != b"GGUF":
            raise ValueError(f"{source.name} is no GGUF file.")
        says = {value(TEXT): value(*take("I")) for _ in range(facts)}
        tensors = {}
        for _ in range(count):
            name = value(TEXT)
            shape = [take("Q")[0] for _ in range(*take("I"))][::-1]  # the file names the last axis first
            tensors[name] = (*take("I"), shape, *take("Q"))
        begin = file.tell() + -file.tell() % ALIGNED
    return says, {name: (kind, shape, begin + at) for name, (kind, shape, at) in tensors.items()}


def unpack(source, kind, shape, at):
    """Return a tensor as float32. A group of Q4_1 is scale, least, 32 half bytes; of Q8_0 scale, 32 bytes."""
    size = {F32: 4 * GROUP, Q4_1: 4 + GROUP // 2, Q8_0: 2 + GROUP}[kind]
    groups = np.fromfile(source, np.uint8, int(np.prod(shape)) // GROUP * size, offset=at).reshape(-1, size)
    if kind == F32:
        return groups.view(np.float32).reshape(shape)
    scale = groups[:, :2].copy().view(np.float16).astype(np.float32)
    if kind == Q8_0:
        return (scale * groups[:, 2:].view(np.int8)).reshape(shape)
    least = groups[:, 2:4].copy().view(np.float16).astype(np.float32)
    halves = np.concatenate([groups[:, 4:] & 15, groups[:, 4:] >> 4], -1)  # the lower half bytes come first
    return (scale * halves + least).reshape(shape)
