"""Writing a GGUF file out: a made-up one, whose numbers are known."""

import json
import struct

import numpy as np
import pytest

from classroom.lab import gguf

D, BLOCKS = 32, 2


def packed_text(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def q4_1(rows):
    """Pack (n, 32) whole numbers 0 to 15, with the scale 0.5 and the least -2."""
    halves = (rows[:, :16] | rows[:, 16:] << 4).astype(np.uint8)
    head = np.tile(np.array([0.5, -2], np.float16).view(np.uint8), (len(rows), 1))
    return np.concatenate([head, halves], -1).tobytes(), 0.5 * rows - 2


def q8_0(rows):
    head = np.tile(np.array([0.25], np.float16).view(np.uint8), (len(rows), 1))
    return np.concatenate([head, rows.astype(np.int8).view(np.uint8)], -1).tobytes(), 0.25 * rows


@pytest.fixture
def source(tmp_path):
    """A file with all tensors that are needed, each 32 numbers wide, and what they hold."""
    rng, holds = np.random.default_rng(0), {}
    content, holds["token_embd"] = q8_0(rng.integers(-128, 128, (5, D)))
    tensors = {"token_embd": (gguf.Q8_0, (5, D), content)}
    names = [f"blk.{k}.{name}" for k in range(BLOCKS) for name in gguf.NAMES.values()] + ["output_norm"]
    for name in names:
        if name.endswith("norm"):
            holds[name] = rng.normal(size=D).astype(np.float32)
            tensors[name] = gguf.F32, (D,), holds[name].tobytes()
        else:
            content, holds[name] = q4_1(rng.integers(0, 16, (3, D)))
            tensors[name] = gguf.Q4_1, (3, D), content
    says = {
        "llama.block_count": struct.pack("<II", 4, BLOCKS),
        "tokenizer.ggml.tokens": texts(["<s>", "a", "b"]),
        "tokenizer.ggml.merges": texts(["a b"]),
        "tokenizer.ggml.token_type": struct.pack("<IIQ3i", gguf.LIST, 5, 3, 3, 1, 1),
    }
    file = tmp_path / "small.gguf"
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(says))
    head += b"".join(packed_text(name) + value for name, value in says.items())
    body = b""
    for name, (kind, shape, content) in tensors.items():
        head += packed_text(f"{name}.weight") + struct.pack("<I", len(shape))
        head += struct.pack(f"<{len(shape)}Q", *shape[::-1]) + struct.pack("<IQ", kind, len(body))
        body += content + b"\0" * (-len(content) % gguf.ALIGNED)
    file.write_bytes(head + b"\0" * (-len(head) % gguf.ALIGNED) + body)
    return file, holds


def texts(words):
    return struct.pack("<IIQ", gguf.LIST, gguf.TEXT, len(words)) + b"".join(map(packed_text, words))


def test_each_number_arrives_in_its_place_and_matrices_are_transposed(source, tmp_path):
    file, holds = source
    gguf.convert(file, tmp_path / "out.safetensors")
    content = (tmp_path / "out.safetensors").read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    kept = json.loads(header.pop("__metadata__")["tokenizer"])
    assert kept == {"tokens": ["<s>", "a", "b"], "merges": ["a b"], "control": 1}

    def array(name):
        begin, end = header[name]["data_offsets"]
        return np.frombuffer(content[8 + size + begin : 8 + size + end], "<f4").reshape(header[name]["shape"])

    assert len(content) == 8 + size + max(at["data_offsets"][1] for at in header.values())
    np.testing.assert_array_equal(array("embedding"), holds["token_embd"])
    np.testing.assert_array_equal(array("gain"), holds["output_norm"])
    for ours, theirs in gguf.NAMES.items():
        for k in range(BLOCKS):
            np.testing.assert_array_equal(array(ours)[k], holds[f"blk.{k}.{theirs}"].T)


def test_another_kind_of_file_is_refused(tmp_path):
    (tmp_path / "no.gguf").write_bytes(b"ELSE" + bytes(40))
    with pytest.raises(ValueError, match=r"no\.gguf is no GGUF file"):
        gguf.convert(tmp_path / "no.gguf", tmp_path / "out")
