"""What people bring to a roll, and what is ruled of it."""
