"""The adapters behind the core's ports: SQL, mail, files, the video platform."""
