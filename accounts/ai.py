"""The account that owns the teams which the site itself makes. Nobody can sign in with it, and nobody can take its name:
it has a space, which names of people may not have."""

from accounts.models import User
from engine.core.text import look_of

AI_COACH = "AI coach"


def ai_coach() -> User:
    found = User.objects.filter(username=AI_COACH).first()
    if found is not None:
        return found
    made = User(username=AI_COACH, email="ai-coach@site.invalid", is_active=False)
    made.username_look = f"{look_of(AI_COACH)} ai"  # which no name of a person has, however much it looks like this one
    made.set_unusable_password()
    made.save()
    return made


def is_ai(user: User) -> bool:
    return user.username == AI_COACH
