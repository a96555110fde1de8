# --- right: powers of shares
def my_next_probabilities(logits, temperature):
    return mine.softmax(logits[-1]) ** (1 / temperature) / (mine.softmax(logits[-1]) ** (1 / temperature)).sum()

# --- right: last of all rows
def my_next_probabilities(logits, temperature):
    return mine.softmax(logits / temperature)[-1]

# --- right: in torch
def my_next_probabilities(logits, temperature):
    return torch.softmax(logits[-1] / temperature, -1)
