"""A contest in the terminal: what stands on the screen, what is typed, who sits at the keyboard, what is kept.

It knows no game. Everything is drawn from what a game declares and a seat may see, and a game may bring a board of
its own as ``text_board.py`` (see `board`).
"""
