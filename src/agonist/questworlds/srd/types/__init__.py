"""The types of contest, their set-ups and options."""
