"""What was decided about a season, with all that it changed."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from api.views import documented
from league.seasons.selectors import season_list
from matches.models import Measure


class RippleShown(serializers.Serializer[Any]):
    area = serializers.CharField()
    about = serializers.CharField()
    what = serializers.CharField()
    old = serializers.CharField()
    new = serializers.CharField()
    dice = serializers.BooleanField(help_text="Decided by dice that were thrown with it.")


class MeasureShown(serializers.ModelSerializer[Measure]):
    actor = serializers.CharField(source="actor.username", allow_null=True, help_text="Null for what nobody decided.")
    ripples = RippleShown(many=True)

    class Meta:
        model = Measure
        fields = ("id", "at", "kind", "match", "reason", "actor", "ripples")


class MeasureList(ListAPIView[Measure]):
    serializer_class = MeasureShown
    filter_backends = ()
    queryset = Measure.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Measure]:
        season = get_object_or_404(season_list(self.request.user), pk=self.kwargs["pk"])
        return season.measures.select_related("actor")

    @documented(MeasureShown(many=True), listing=True)
    def get(self, request: Request, pk: int) -> Response:
        """The newest first."""
        return self.list(request)
