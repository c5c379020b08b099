"""The cache on Redis, where every failure is a miss.

Nothing in the cache is needed to answer a request, so losing Redis costs speed and nothing else. The answers below are
those of a cache that forgets at once (Django's dummy cache).

Rate limits are counted in the cache and therefore **fail open**: while Redis is away or full, sign-in, sign-up, password
resets and the API are not limited. The other choice, to refuse everybody, would turn an outage of Redis into one of the
whole site. ``/readyz`` reports the outage, so that it stays short.
"""

import functools
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from config.breaker import Breaker

breaker = Breaker("The cache")  # one per process: Django makes a client for each thread


def no_key(key: str, delta: int) -> int:
    raise ValueError(f"Key '{key}' not found.")  # what Django promises for a key that is not there


def forgiving(method: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """``method`` of Django's client; what ``otherwise`` makes of the same arguments when Redis does not do it."""

    @functools.wraps(method)
    def attempt(self: RedisCacheClient, *args: Any) -> Any:
        if not breaker.allows():
            return otherwise(*args)
        try:
            answer = method(self, *args)
        except (RedisError, OSError) as error:  # away, hanging, full, read-only, still loading
            breaker.failed(error)
            return otherwise(*args)
        breaker.worked()
        return answer

    return attempt


class ForgivingClient(RedisCacheClient):
    # True, as for a new key: allauth takes a lock by adding one, and a refused lock would refuse the sign-in.
    add = forgiving(RedisCacheClient.add, lambda key, value, timeout: True)
    get = forgiving(RedisCacheClient.get, lambda key, default: default)
    set = forgiving(RedisCacheClient.set, lambda key, value, timeout: None)
    touch = forgiving(RedisCacheClient.touch, lambda key, timeout: False)
    delete = forgiving(RedisCacheClient.delete, lambda key: False)
    get_many = forgiving(RedisCacheClient.get_many, lambda keys: {})
    has_key = forgiving(RedisCacheClient.has_key, lambda key: False)
    incr = forgiving(RedisCacheClient.incr, no_key)
    set_many = forgiving(RedisCacheClient.set_many, lambda data, timeout: None)
    delete_many = forgiving(RedisCacheClient.delete_many, lambda keys: None)
    clear = forgiving(RedisCacheClient.clear, lambda: False)


class ForgivingRedisCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient
