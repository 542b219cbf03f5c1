"""The example app with everything made public, so that all of it is compared."""

import pathlib
import shutil

import yaml


class PlainDumper(yaml.SafeDumper):
    """Writes every text as it was read: what it means is up to the server."""

    yaml_implicit_resolvers = {}


def read(file):
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def write(file, content):
    file.write_text(
        yaml.dump(content, Dumper=PlainDumper, allow_unicode=True, sort_keys=False),
        encoding="utf-8")


def publish(root, folder, keys):
    root, folder = pathlib.Path(root), pathlib.Path(folder)
    shutil.copytree(root / "Experiments", folder / "Experiments")
    shutil.copytree(
        root / "Paywalls", folder / "Paywalls", ignore=shutil.ignore_patterns("personas"))
    audiences_file = folder / "Paywalls/targeting/audiences.yaml"
    placements_file = folder / "Paywalls/targeting/placements.yaml"
    audiences, placements = read(audiences_file), read(placements_file)
    for audience in audiences["audiences"].values():
        audience["visibility"] = "public"
    for id, placement in placements["placements"].items():
        for number, rule in enumerate(placement.get("rules", [])):
            # A condition that is written where it is used is private.
            if isinstance(rule["audience"], dict):
                name = f"{id}-rule-{number}"
                audiences["audiences"][name] = {**rule["audience"], "visibility": "public"}
                rule["audience"] = name
            rule["visibility"] = "public"
    write(audiences_file, audiences)
    write(placements_file, placements)
    for file in (folder / "Experiments").glob("*.yaml"):
        write(file, read(file) | {"visibility": "public"})
    write(folder / "Paywalls/store/keys.yaml", {"keys": keys})
