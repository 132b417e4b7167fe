"""Studies: a question or a simulation asked for many settings, kept in a file that can be run again and resumed."""

from .running import Progress, run_study
from .study import Study, load_study

__all__ = ["Progress", "Study", "load_study", "run_study"]
