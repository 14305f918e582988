"""Fits and measures the reading core from labelled pages, which stay outside of the repository.

A folder of labelled pages has `pages/NAME.html` and `truth/NAME.json` (`tools.labels`); WEBDART_LABELS names several,
parted by colons. A fifth of the sites is held out of everything but `--part held` and `tools.fit --held`.

    export WEBDART_LABELS=~/corpus
    python -m tools.mutate ~/corpus ~/mutated       # labelled pages without hand work: other classes, ids, wrappers
    python -m tools.generator ~/generated           # and pages of other layouts, words and noise
    python -m tools.outcomes -v                     # a run: exact, error, told, silently wrong
    python -m tools.measure --out readings.jsonl    # sets, columns, mapping; kept with all features
    python -m tools.fit readings.jsonl              # weights, with cross-validation over sites
    python -m tools.fit readings.jsonl --ablate     # what each feature brings
    python -m tools.fit readings.jsonl --only NAME  # one feature's weight, the others held
    python -m tools.left_out --readings readings.jsonl    # a run, with weights fitted without the sites of its pages
    python -m tools.fit --write webdart/extract/weights --held

Every page is observed once by the real browser, offline and without its scripts (`tools.snapshots`).
"""
