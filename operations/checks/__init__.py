"""Whether what is stored agrees with itself: ledgers, rosters, matches, seasons. Nothing is ever written here.

`manage.py check_books`, the rehearsal and the tests with real workers all look through these functions. Each check is a
generator of sentences, one for each thing that is wrong.
"""
