"""Where an installation keeps previews and covers."""

from __future__ import annotations

from backbeat.media.ports import FileStore
from backbeat_adapters.deployment import Deployment, MediaKind
from backbeat_adapters.media.folder import FolderFiles
from backbeat_adapters.media.s3 import S3Files


def media_files(deployment: Deployment) -> FileStore:
    route = deployment.media
    if route.kind is MediaKind.FOLDER:
        return FolderFiles(deployment.files / "media")
    return S3Files(
        bucket=route.bucket,
        endpoint=route.endpoint,
        region=route.region,
        access_key=route.access_key,
        secret_key=route.secret_key,
        prefix=route.prefix,
    )
