"""How gunicorn serves Backbeat (OPS-7); `backbeat serve` reads this file too.

One loop waits for all clients and threads do the work, so that a slow client holds none of them
(OPS-7, decision 0204); everything a client sends or takes is bounded in size and time; no control
socket, and files readable by nobody else.
"""

from importlib import import_module as _import_module

from backbeat_adapters.gc_tuning import loading as _loading

with _loading():
    _import_module("backbeat_http.wsgi")  # once for all workers, before they are forked

bind = "127.0.0.1:8000"
worker_class = "backbeat_http.serving.worker.PatientWorker"
asgi_loop = "asyncio"
http_parser = "python"
workers = 2
threads = 8
timeout = 30
graceful_timeout = 30
keepalive = 5
max_requests = 10_000
max_requests_jitter = 1_000
limit_request_line = 4_094
limit_request_fields = 50
limit_request_field_size = 8_190
control_socket_disable = True
umask = 0o077
preload_app = False  # modules are shared, but an engine must not be open before the fork
accesslog = None  # the application writes its own line, with secrets masked
forwarded_allow_ips = ""
