"""An image of one layer, as an archive that follows the image layout of the Open Container Initiative.

`docker load`, `podman load` and `skopeo copy oci-archive:…` read it. A health check is Docker's addition to the
configuration of an image; others leave it out.
"""

import gzip
import hashlib
import json
from datetime import UTC, datetime

from tree import Tree

SECOND = 1_000_000_000  # in ns, as Docker counts
EFFORT = 6  # of gzip; 9 takes several times as long for 1 % less


def digest(content):
    return hashlib.sha256(content).hexdigest()


def archive(layer, architecture, version, labels, settings, time):
    """The bytes of the archive. `layer`: a `Tree`; `settings`: Env, Entrypoint and the like; `time` in s since 1970."""
    tree = Tree()

    def blob(kind, content):
        name = digest(content)
        tree.file(f"blobs/sha256/{name}", content)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{name}", "size": len(content)}

    def text(value):
        return json.dumps(value, indent=2).encode()

    plain = layer.tar(time)
    created = datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    layers = [blob("layer.v1.tar+gzip", gzip.compress(plain, EFFORT, mtime=0))]
    configuration = blob("config.v1+json", text({
        "created": created, "architecture": architecture, "os": "linux",
        "config": settings | {"Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(plain)}"]},
        "history": [{"created": created, "created_by": ".ci/package"}],
    }))  # fmt: skip
    manifest = blob("manifest.v1+json", text({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": configuration, "layers": layers, "annotations": labels,
    }))  # fmt: skip
    named = manifest | {
        "platform": {"architecture": architecture, "os": "linux"},
        "annotations": {"io.containerd.image.name": f"docker.io/library/paywall:{version}",
                        "org.opencontainers.image.ref.name": version},
    }  # fmt: skip
    tree.file("oci-layout", text({"imageLayoutVersion": "1.0.0"}))
    tree.file("index.json", text({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [named],
    }))  # fmt: skip
    # For Docker before version 25, which reads no layout.
    place = "blobs/sha256/{}".format
    tree.file("manifest.json", text([{
        "Config": place(configuration["digest"].partition(":")[2]),
        "RepoTags": [f"paywall:{version}"],
        "Layers": [place(layer["digest"].partition(":")[2]) for layer in layers],
    }]))  # fmt: skip
    return tree.tar(time)
