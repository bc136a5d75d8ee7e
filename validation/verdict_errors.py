#!/usr/bin/env python3
"""How often `gpuscape compare` is wrong, by running it: `verdict_errors.py PROGRAM [PAIRS]`.

Three questions, each asked of two designs many times:

* seeds: one design with two seeds, so that no difference exists. A metric that is called better, worse, higher or lower is
  called so by mistake.
* days: one log, its days drawn anew for each side, likewise.
* load: one design at load 0.80 and at 0.88 with the same seed, so that a difference exists. A mean wait that is not called
  longer is missed.

Replications are as many as the tool chooses. A line for each metric: how often it was called different, of how many
comparisons that had an interval. Everything follows from the numbers of the pairs: two calls print the same.
"""

import collections
import csv
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

CALLED = ("better", "worse", "higher", "lower")


def scenario(load, seed):
    return {
        "format": 1,
        "cluster": {"nodes": {"gpu": {"type": "custom", "count": 4, "gpus": 8}}},
        "workload": {"streams": {"jobs": {"generate": {
            "duration": "14 d", "load": load, "gpus": {"1": 0.5, "2": 0.2, "4": 0.2, "8": 0.1},
            "run_time": {"distribution": "lognormal", "median": "1 h", "sigma": 1.0}}}}},
        "scheduler": {"policy": "fifo", "backfill": "easy"},
        "run": {"seed": seed},
    }


def log_scenario(file):
    return {
        "format": 1,
        "cluster": {"nodes": {"gpu": {"type": "custom", "count": 7, "gpus": 8}}},
        "workload": {"streams": {"lab": {"trace": {"format": "csv", "file": file, "columns": {
            "id": "job", "submit": {"from": "submitted", "unit": "datetime"}, "gpus": "gpus",
            "run_time": {"from": "runtime_s", "unit": "s"}}}}}},
        "scheduler": {"policy": "fifo", "backfill": "easy"},
    }


def days_of(path):
    days = collections.defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["runtime_s"] and int(row["gpus"] or 0) > 0:
                days[row["submitted"][:10]].append(row)
    first, last = (datetime.date.fromisoformat(end(days)) for end in (min, max))
    return [days[str(first + datetime.timedelta(days=i))] for i in range((last - first).days + 1)]


def write_resampled(days, dice, path):
    begin = datetime.date(2026, 3, 2)
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["job", "submitted", "gpus", "runtime_s"])
        number = 0
        for day in range(len(days)):
            date = begin + datetime.timedelta(days=day)
            for row in dice.choice(days):
                number += 1
                out.writerow([number, f"{date} {row['submitted'][11:]}", row["gpus"], row["runtime_s"]])


class Pairs:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.called = collections.Counter()
        self.asked = collections.Counter()

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            json.dump(content, file)
        return path

    def compare(self, first, second):
        answer = subprocess.run(
            [self.program, "compare", first, second, "--threads", "1", "--json", "--out",
             os.path.join(self.folder, "out")], check=True, capture_output=True, text=True).stdout
        metrics = json.loads(answer)["comparisons"][0]["metrics"]
        for name, metric in metrics.items():
            if metric["verdict"] == "no_interval":
                continue
            self.asked[name] += 1
            self.called[name] += metric["verdict"] in CALLED
        return metrics

    def print(self, title):
        print(title)
        for name in sorted(self.asked):
            share = self.called[name] / self.asked[name]
            print(f"  {name:34} {self.called[name]:4} of {self.asked[name]:4}  {100 * share:5.1f} %")
        sys.stdout.flush()


def main():
    program = os.path.abspath(sys.argv[1])
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    log = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios", "lab-log.csv")
    with tempfile.TemporaryDirectory() as folder:
        seeds = Pairs(program, folder)
        for i in range(pairs):
            seeds.compare(seeds.write("a.json", scenario(0.8, 2 * i)),
                          seeds.write("b.json", scenario(0.8, 2 * i + 1)))
        seeds.print(f"seeds: {pairs} pairs of one design with two seeds, called different")
        days, drawn = days_of(log), Pairs(program, folder)
        for i in range(pairs):
            dice = random.Random(i)
            for side in "ab":
                write_resampled(days, dice, os.path.join(folder, side + ".csv"))
            drawn.compare(drawn.write("a.json", log_scenario("a.csv")),
                          drawn.write("b.json", log_scenario("b.csv")))
        drawn.print(f"days: {pairs} pairs of a log whose days were drawn twice, called different")
        loads, found = Pairs(program, folder), 0
        count = max(1, pairs // 5)
        for i in range(count):
            metrics = loads.compare(loads.write("a.json", scenario(0.80, i)),
                                    loads.write("b.json", scenario(0.88, i)))
            found += metrics["queue_wait_mean_s"]["verdict"] == "worse"
        loads.print(f"load: {count} pairs at load 0.80 and 0.88, called different")
        print(f"a longer mean wait was found in {found} of {count}: {100 * found / count:.1f} %")


if __name__ == "__main__":
    main()
