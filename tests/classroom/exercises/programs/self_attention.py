# --- right: in steps
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.d_k = d_k
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q = self.W_Q(x)
        K = self.W_K(x)
        V = self.W_V(x)
        scores = torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(self.d_k)
        weights = F.softmax(scores, dim=-1)
        return torch.matmul(weights, V)

# --- right: torch's own attention
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q, self.W_K, self.W_V = (nn.Linear(d_model, d_k) for _ in range(3))

    def forward(self, x):
        return F.scaled_dot_product_attention(self.W_Q(x), self.W_K(x), self.W_V(x))

# --- right: by einsum, without bias
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super(MySelfAttention, self).__init__()
        for name in ("W_Q", "W_K", "W_V"):
            setattr(self, name, nn.Linear(d_model, d_k, bias=False))

    def forward(self, x):
        q, k, v = self.W_Q(x), self.W_K(x), self.W_V(x)
        a = torch.einsum("...id,...jd->...ij", q, k) / q.shape[-1] ** 0.5
        return torch.einsum("...ij,...jd->...id", a.softmax(-1), v)

# --- wrong: no scale [named no_scale]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT, dim=-1) @ V

# --- wrong: scaled by d_model [named root_d_model]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / x.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: softmax over dim=1, right for one sentence only [named softmax_over_axis_1]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=1) @ V

# --- wrong: softmax over dim=0 [named softmax_over_axis_0]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=0) @ V

# --- wrong: K.T with a batch [named t_reverses_all_axes]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.T / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: K.t() with a batch [explained axes]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(torch.mm(Q, K.t()) / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: W_K and W_V the same layer [explained tied]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: other names [explained no_layers]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.query = nn.Linear(d_model, d_k)
        self.key = nn.Linear(d_model, d_k)
        self.value = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.query(x), self.key(x), self.value(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: sizes exchanged [explained layer_sizes]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_k, d_model)
        self.W_K = nn.Linear(d_k, d_model)
        self.W_V = nn.Linear(d_k, d_model)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: super().__init__ is forgotten [explained before_init]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: the projections are not used [named not_projected]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        return torch.softmax(x @ x.mT / x.shape[-1] ** 0.5, dim=-1) @ x

# --- wrong: x itself for values [named output_is_x]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K = self.W_Q(x), self.W_K(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ x

# --- wrong: self is forgotten [explained name]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = W_Q(x), W_K(x), W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: numpy's exp [named overflow]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        e = torch.exp(Q @ K.mT / Q.shape[-1] ** 0.5)
        return e / e.sum(dim=-1, keepdim=True) @ V

# --- wrong: W_Q and W_K exchanged [named q_and_k_swapped]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_K(x), self.W_Q(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: W_K and W_V exchanged [named keys_and_values_exchanged]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_V(x), self.W_K(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: cut off from the gradient [explained detached]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x).detach(), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: a function, no class [explained no_module]
def my_self_attention(x):
    return x

# --- wrong: call instead of forward [explained no_forward]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def attention(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1) @ V

# --- wrong: forward returns nothing [explained nothing]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        weights = torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1)
        weights @ V

# --- wrong: a dropout that nobody asked for, inside nn.functional [explained random]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        weights = F.dropout(torch.softmax(Q @ K.mT / Q.shape[-1] ** 0.5, dim=-1), 0.1)
        return weights @ V

# --- wrong: causal though nobody asked [located V]
class MySelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.W_Q = nn.Linear(d_model, d_k)
        self.W_K = nn.Linear(d_model, d_k)
        self.W_V = nn.Linear(d_model, d_k)

    def forward(self, x):
        Q, K, V = self.W_Q(x), self.W_K(x), self.W_V(x)
        return F.scaled_dot_product_attention(Q, K, V, is_causal=True)
