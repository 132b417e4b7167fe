"""How the documentation is built; `make docs` makes every warning an error."""

import importlib.metadata

project = "Agonist"
author = "The Agonist authors"
copyright = "the Agonist authors"
release = importlib.metadata.version("agonist")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
exclude_patterns = ["_build", "guests"]

html_theme = "furo"
html_title = "Agonist"
html_copy_source = False
html_show_sphinx = False

default_role = "code"  # a docstring says `name` and means code
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
