"""People: the user model; sign-up, sign-in and password reset come from allauth."""
