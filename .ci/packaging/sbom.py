"""What is in the binary and beside it, as SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/)."""

import json
import re
import uuid
from datetime import UTC, datetime

LICENSES = {
    "Apache License 2.0": "Apache-2.0",
    "MIT License": "MIT",
}


def licenses(notice):
    """The licence of each address that NOTICE lists, by its headings."""
    found, license = {}, None
    for line in notice.splitlines():
        if line and not line[0].isspace():
            license = LICENSES.get(line)
        for address in re.findall(r"https://\S+", line):
            found[address] = license or "NOASSERTION"
    return found


def element(name, version, **facts):
    key = re.sub(r"[^A-Za-z0-9.-]", "-", name)
    return {
        "SPDXID": f"SPDXRef-{key}", "name": name, "versionInfo": version, "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION",
        "downloadLocation": "NOASSERTION",
    } | facts  # fmt: skip


def reference(purl):
    return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]


def pinned(resolved, notice):
    """The Swift packages of Package.resolved, at their revisions."""
    known = licenses(notice)
    for pin in resolved["pins"]:
        address, state = pin["location"].removesuffix(".git"), pin["state"]
        if address not in known:
            raise SystemExit(f"error: NOTICE has no line for {address}, which Package.resolved pins")
        version = state.get("version", state["revision"])
        yield element(
            pin["identity"], version, licenseDeclared=known[address],
            downloadLocation=f"git+{address}@{state['revision']}",
            externalRefs=reference(f"pkg:swift/{address.removeprefix('https://')}@{version}"),
        )  # fmt: skip


def of_system(package, architecture, system):
    """A package of the system, which was built from a source package whose version is named."""
    purl = f"pkg:deb/{system}/{package.name}@{package.version.replace('+', '%2B').replace(':', '%3A')}"
    return element(
        package.name, package.version, externalRefs=reference(f"{purl}?arch={architecture}"),
        sourceInfo=f"built from {package.source} {package.source_version}",
        licenseComments=f"see share/doc/{package.name}/copyright",
    )  # fmt: skip


def document(program, swift, resolved, notice, linked, beside, architecture, system, time):
    """The text of the document.

    `program`: name, version, commit; `linked`: packages of C libraries that it loads; `beside`: those of which the
    image has files as well; `time` in seconds since 1970.
    """
    name, version, commit = program
    main = element(name, version, licenseDeclared="Apache-2.0", comment=f"commit {commit}")
    parts = [("STATIC_LINK", part) for part in pinned(resolved, notice)]
    parts.append(("STATIC_LINK", element("swift", swift, licenseDeclared="Apache-2.0 WITH Swift-exception",
                                         downloadLocation="https://www.swift.org/install/")))  # fmt: skip
    parts += [("DYNAMIC_LINK", of_system(package, architecture, system)) for package in linked]
    parts += [("DEPENDS_ON", of_system(package, architecture, system)) for package in beside]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", main["SPDXID"])]
    relations += [(main["SPDXID"], kind, part["SPDXID"]) for kind, part in parts]
    unique = uuid.uuid5(uuid.NAMESPACE_URL, f"{commit} {architecture} {[part for _, part in parts]}")
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{name}-{version}-{architecture}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{version}-{unique}",
        "creationInfo": {
            "created": datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: .ci/package"],
        },
        "packages": [main, *(part for _, part in parts)],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations
        ],
    }, indent=2) + "\n"  # fmt: skip
