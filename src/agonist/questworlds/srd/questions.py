"""What is asked in this edition: its words are in `questions.toml`."""

from agonist.tabletop import Questions

question = Questions(__name__)
