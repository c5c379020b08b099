"""The log of everything that was done, one row per service call, and the refusals of services.

Rows are never changed, but for the name of a person who deleted the account.
"""
