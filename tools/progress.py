"""Progress of long work: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Shows what is being measured, on standard error, unless `quiet`."""

    quiet: bool = False

    @contextmanager
    def measuring(self, topics: Collection[str]) -> Iterator[Callable[[str], None]]:
        """Yield a function to call with the name of each finished experiment."""
        if self.quiet or not topics:
            yield lambda _: None
        elif sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            with Bar(console=Console(stderr=True), transient=True) as bar:
                task = bar.add_task(f"measuring {', '.join(topics)}", total=len(topics))
                yield lambda _: bar.advance(task)
        else:
            print(f"measuring {', '.join(topics)}", file=sys.stderr, flush=True)
            yield lambda topic: print(f"measured {topic}", file=sys.stderr, flush=True)
