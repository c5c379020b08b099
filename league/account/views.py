"""One's own account: taking its data along, and deleting it."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts.actions import action_of
from accounts.forms import DeletionForm
from accounts.requests import SignedInRequest
from journal.forms import saved
from league.account.export import account_export
from league.account.services import account_delete, account_obstacles


@login_required
def deletion(request: SignedInRequest) -> HttpResponse:
    form = DeletionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        # As many tries at the password as allauth gives where it asks for it again.
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=request.user)
        if refused:
            return refused
        if saved(form, lambda: account_delete(user=request.user, **form.cleaned_data)) is not None:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("league:home")
    context = {"form": form, "obstacles": account_obstacles(request.user), "teams": request.user.teams.all()}
    return render(request, "account/delete.html", context)


@never_cache
@action_of("league:you")
def export(request: SignedInRequest) -> HttpResponse | StreamingHttpResponse:
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="export", user=request.user)
    if refused:
        return refused
    response = StreamingHttpResponse(account_export(request.user), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="dugout-{request.user.pk}.json"'
    return response
