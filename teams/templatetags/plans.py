"""Selects of game plans."""

from django import template
from django.utils.safestring import SafeString

from teams.gameplans.forms import Options

register = template.Library()


@register.simple_tag
def options(offered: Options, chosen: str) -> SafeString:
    return offered.marked(chosen)
