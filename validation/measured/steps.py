#!/usr/bin/env python3
"""Steps of training on one GPU with PyTorch, as a line of JSON each.

Eager mode, synthetic data on the GPU, no dropout. A row is the median of 12 steps after 6, each waited for, with the
fastest and the slowest; "amp" is autocast to bfloat16, "tf32" is fp32 with TF32 products and convolutions.
"""

import json
import statistics
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

GPU = "cuda"


def say(**row):
    print(json.dumps(dict(gpu=torch.cuda.get_device_name(), **row)), flush=True)


def timed(step, warm=6, count=12):
    for _ in range(warm):
        step()
    torch.cuda.synchronize()
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        step()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return statistics.median(times), min(times), max(times)


def optimizer_of(label, model):
    if label == "resnet-50":
        return torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    return torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)


def train(label, model, batch_of, loss_of, batches, precisions):
    model = model.to(GPU)
    optimizer = optimizer_of(label, model)
    for precision in precisions:
        tf32 = precision == "tf32"
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = tf32
        for size in batches:
            batch = batch_of(size)

            def step():
                optimizer.zero_grad(set_to_none=True)
                with torch.autocast("cuda", dtype=torch.bfloat16, enabled=precision == "amp"):
                    loss = loss_of(model, batch)
                loss.backward()
                optimizer.step()

            seconds, low, high = timed(step)
            say(kind="step", application=label, precision=precision, batch=size, seconds=seconds, low=low,
                high=high, memory=torch.cuda.max_memory_allocated())


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.a = nn.Conv2d(inputs, width, 1, bias=False)
        self.an = nn.BatchNorm2d(width)
        self.b = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn = nn.BatchNorm2d(width)
        self.c = nn.Conv2d(width, outputs, 1, bias=False)
        self.cn = nn.BatchNorm2d(outputs)
        self.way = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.way = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.an(self.a(x)), inplace=True)
        y = F.relu(self.bn(self.b(y)), inplace=True)
        return F.relu(self.cn(self.c(y)) + self.way(x), inplace=True)


def resnet50():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(True), nn.MaxPool2d(3, 2, 1)]
    inputs = 64
    for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for place in range(count):
            layers.append(Bottleneck(inputs, width, stride if place == 0 else 1))
            inputs = 4 * width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))


class Transformer(nn.Module):
    """Pre-norm layers with fused attention; the output layer, over every token, is the embedding's transpose."""

    def __init__(self, width, layers, heads, vocabulary, length):
        super().__init__()
        self.heads = heads
        self.tokens = nn.Embedding(vocabulary, width)
        self.places = nn.Embedding(length, width)
        self.layers = nn.ModuleList([
            nn.ModuleDict(dict(n1=nn.LayerNorm(width), q=nn.Linear(width, 3 * width), o=nn.Linear(width, width),
                               n2=nn.LayerNorm(width), u=nn.Linear(width, 4 * width),
                               w=nn.Linear(4 * width, width)))
            for _ in range(layers)
        ])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, x, causal):
        size, length = x.shape
        y = self.tokens(x) + self.places(torch.arange(length, device=x.device))
        for layer in self.layers:
            heads = layer["q"](layer["n1"](y)).view(size, length, 3, self.heads, -1)
            q, k, v = heads.permute(2, 0, 3, 1, 4)
            y = y + layer["o"](F.scaled_dot_product_attention(q, k, v, is_causal=causal)
                               .transpose(1, 2).reshape(size, length, -1))
            y = y + layer["w"](F.gelu(layer["u"](layer["n2"](y)), approximate="tanh"))
        return self.head(self.norm(y))


def images(size):
    x = torch.randn(size, 3, 224, 224, device=GPU).to(memory_format=torch.channels_last)
    return x, torch.randint(1000, (size,), device=GPU)


def sequences(length, below):
    return lambda size: torch.randint(below, (size, length), device=GPU)


def token_loss(causal):
    return lambda model, x: F.cross_entropy(model(x, causal).flatten(0, 1), x.flatten())


def main():
    torch.backends.cudnn.benchmark = True
    say(kind="versions", torch=torch.__version__, cuda=torch.version.cuda)
    train("resnet-50", resnet50().to(memory_format=torch.channels_last), images,
          lambda model, x: F.cross_entropy(model(x[0]), x[1]), [32, 64, 128, 256, 400], ["amp", "tf32"])
    torch.cuda.empty_cache()
    train("bert-large-512", Transformer(1024, 24, 16, 30592, 512), sequences(512, 30000), token_loss(False),
          [8, 16, 32], ["amp", "tf32"])
    torch.cuda.empty_cache()
    train("gpt2-124m-1024", Transformer(768, 12, 12, 50304, 1024), sequences(1024, 50000), token_loss(True),
          [8, 16, 32], ["amp"])


if __name__ == "__main__":
    main()
