# --- right: take_along_axis
def my_loss(p, wanted):
    return -np.log(np.take_along_axis(p, wanted[:, None], axis=1)).mean()

# --- right: a loop and math
def my_loss(p, wanted):
    import math
    total = 0
    for row, w in zip(p, wanted):
        total -= math.log(row[w])
    return total / len(wanted)

# --- right: one-hot rows
def my_loss(p, wanted):
    hot = np.eye(p.shape[1])[wanted]
    return -np.log((p * hot).sum(1)).mean()

# --- right: log of all first
def my_loss(p, wanted):
    logs = np.log(p)
    return -np.mean([logs[i, w] for i, w in enumerate(wanted)])

# --- wrong: no minus [named no_minus]
def my_loss(p, wanted):
    return np.log(p[np.arange(len(p)), wanted]).mean()

# --- wrong: the sum [named summed]
def my_loss(p, wanted):
    return -np.log(p[np.arange(len(p)), wanted]).sum()

# --- wrong: one loss for each answer [named not_averaged]
def my_loss(p, wanted):
    return -np.log(p[np.arange(len(p)), wanted])

# --- wrong: log of the mean [named log_of_the_mean]
def my_loss(p, wanted):
    return -np.log(p[np.arange(len(p)), wanted].mean())

# --- wrong: takes rows, not numbers [named rows_of_wanted]
def my_loss(p, wanted):
    return -np.log(p[wanted]).mean()

# --- wrong: takes whole columns [named columns_of_wanted]
def my_loss(p, wanted):
    return -np.log(p[:, wanted]).mean()

# --- wrong: logarithm with base 10 [named log_10]
def my_loss(p, wanted):
    return -np.log10(p[np.arange(len(p)), wanted]).mean()

# --- wrong: logarithm with base 2 [named log_2]
def my_loss(p, wanted):
    return -np.log2(p[np.arange(len(p)), wanted]).mean()

# --- wrong: one minus the probability [named one_minus_p]
def my_loss(p, wanted):
    return (1 - p[np.arange(len(p)), wanted]).mean()

# --- wrong: the squared distance [named squared_error]
def my_loss(p, wanted):
    return ((1 - p[np.arange(len(p)), wanted]) ** 2).mean()

# --- wrong: the highest probability [named largest_p]
def my_loss(p, wanted):
    return -np.log(p.max(-1)).mean()

# --- wrong: how often it is wrong [named share_wrong]
def my_loss(p, wanted):
    return (p.argmax(-1) != wanted).mean()

# --- wrong: words count from 1 [named words_from_one]
def my_loss(p, wanted):
    return -np.log(p[np.arange(len(p)), wanted - 1]).mean()

# --- wrong: divided by the number of words [named divided_by_words]
def my_loss(p, wanted):
    total = 0
    for i in range(len(wanted)):
        total = total - np.log(p[i, wanted[i]])
    return total / p.shape[1]

# --- wrong: the mean of the one-hot table, zeros and all [named zeros_averaged]
def my_loss(p, wanted):
    hot = np.eye(p.shape[1])[wanted]
    return -(hot * np.log(p)).mean()

# --- wrong: the entropy of the answers [explained ignored]
def my_loss(p, wanted):
    return -(p * np.log(p)).sum(-1).mean()

# --- wrong: the return stands in the loop [named first_answer_shared]
def my_loss(p, wanted):
    total = 0
    for i in range(len(wanted)):
        total = total - np.log(p[i, wanted[i]])
        return total / len(wanted)

# --- wrong: the logarithm is forgotten [named no_log]
def my_loss(p, wanted):
    return -p[np.arange(len(p)), wanted].mean()

# --- wrong: a softmax once more [named softmax_of_probabilities]
def my_loss(p, wanted):
    p = mine.softmax(p)
    return -np.log(p[np.arange(len(p)), wanted]).mean()

# --- wrong: column and row have changed places [named rows_and_columns_swapped]
def my_loss(p, wanted):
    return -np.log(p[wanted, np.arange(len(wanted))]).mean()

# --- wrong: the loss of not being wrong [named of_all_other_words]
def my_loss(p, wanted):
    told = p[np.arange(len(wanted)), wanted]
    return -np.log(1 - told).mean()

# --- wrong: a small number in the logarithm [located told]
def my_loss(p, wanted):
    told = p[np.arange(len(wanted)), wanted]
    return -np.log(told + 0.01).mean()

# --- right: np.choose-like by diagonal
def my_loss(p, wanted):
    return -np.log(np.diagonal(p[:, wanted])).mean()

# --- wrong: minus inside the log [explained all_nan]
def my_loss(p, wanted):
    return np.log(-p[np.arange(len(p)), wanted]).mean()

# --- wrong: perplexity [named exp_of_the_loss]
def my_loss(p, wanted):
    return np.exp(-np.log(p[np.arange(len(p)), wanted]).mean())

# --- wrong: also the wrong words [named wrong_words_too]
def my_loss(p, wanted):
    hot = np.eye(p.shape[1])[wanted]
    return -(hot * np.log(p) + (1 - hot) * np.log(1 - p)).sum(-1).mean()

# --- wrong: mean of the wanted words [explained ignored]
def my_loss(p, wanted):
    return -np.log(wanted + 1e-9).mean()

# --- right: torch's nll_loss
def my_loss(p, wanted):
    return F.nll_loss(torch.log(p), wanted)
