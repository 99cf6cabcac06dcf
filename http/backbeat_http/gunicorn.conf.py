"""How gunicorn serves Backbeat (OPS-7); `backbeat serve` reads this file too.

Threads, since a half-sent request stops a process worker (OPS-7); everything a client sends is
bounded in size and time; no control socket, and files readable by nobody else. Put a buffering
proxy in front where strangers can reach the port: forty half-sent bodies would hold every thread.
"""

bind = "127.0.0.1:8000"
worker_class = "gthread"
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
preload_app = False  # an engine must not be open before the fork
accesslog = None  # the application writes its own line, with secrets masked
forwarded_allow_ips = ""
