# One image for web, worker and beat; docker-compose.yml says which command each of them runs.

FROM python:3.11-slim AS build
RUN python -m venv /opt/venv
COPY requirements/base.lock /tmp/base.lock
RUN /opt/venv/bin/python -m pip install --no-cache-dir --require-hashes --no-deps --requirement /tmp/base.lock

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home dugout && install --directory --owner dugout /data
COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY . .
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DUGOUT_VAR=/data \
    STATIC_ROOT=/app/collected \
    WEB_CONCURRENCY=3
# The key only has to exist while the files are collected; it is thrown away with the shell.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" ALLOWED_HOSTS=localhost DUGOUT_VAR=/tmp/build \
    python manage.py collectstatic --noinput -v0 && rm -rf /tmp/build
USER dugout
EXPOSE 8000
CMD ["python", "-m", "gunicorn", "config.wsgi:application", "--bind", "0.0.0.0:8000", "--threads", "4", "--access-logfile", "-", "--no-control-socket"]
