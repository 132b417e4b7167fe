"""A bot that plays a seat through the API, anything that is legal: seat_bot.py INVITATION."""

import random
import sys

from agonist.client import Refused, Seat

with Seat.join(sys.argv[1]) as seat:
    for seen in seat.follow():
        for asked in seen.view.asked:
            try:
                seat.answer(seen.contest.id, asked.id, asked.form.sample(random.Random()))
            except Refused as refused:  # somebody else was quicker
                print(refused)
    print(seen.contest.summary)
