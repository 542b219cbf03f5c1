"""Writes the first inputs of every target, from the vectors of the tests, into Corpus.

The keys in them were made for tests. What stands there already stays.
"""

import base64, json, pathlib, re, textwrap

here = pathlib.Path(__file__).parent
tests = here.parent


def vectors(name):
    return json.loads((tests / name).read_text())


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def swift_texts(path):
    """The multi-line texts of a Swift file, by what stands before them."""
    found = re.findall(r'(\S+)\s*[:=]\s*"""\n(.*?)\n *"""', (tests / path).read_text(), re.S)
    return {name.strip('"'): textwrap.dedent(body) for name, body in found}


def padded(jws_part):
    return base64.urlsafe_b64decode(jws_part + "=" * (-len(jws_part) % 4))


def messages():
    host = b"Host: paywall.example\r\n"
    app = host + b"User-Agent: Lumen/3.2 CFNetwork\r\nAccept: */*\r\nX-API-Key: pk_test\r\n"
    path = b"/v1/placements/onboarding"
    queries = [b"", b"?userId=user-7&country=GB&appVersion=3.2&attr.sessions=3",
               b"?anonymousId=a-1&locale=de_DE&platform=iOS&osVersion=18.1", b"?preview=t",
               b"?firstSeen=2026-01-01T00:00Z&userId=%C3%A9", b"?userId=a&userId=b&attr.userId=c"]
    for query in queries:
        yield b"GET " + path + query + b" HTTP/1.1\r\n" + app + b"\r\n"
    for header in [b"Accept-Encoding: gzip;q=0.5, *", b'If-None-Match: "abc", W/"d"',
                   b"X-Forwarded-For: 10.0.0.1, 192.0.2.7", b"Connection: keep-alive",
                   b"Connection: close", b"Content-Length: 0", b"Transfer-Encoding: chunked",
                   b"traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                   b"X-Request-Id: r-1", b"Authorization: Bearer x", b"Origin: https://a.example",
                   b"Forwarded: for=1.2.3.4", b"Via: 1.1 p", b"Expect: 100-continue", b"TE: trailers",
                   b"Upgrade: h2c", b"Keep-Alive: 5", b"Trailer: x", b"Proxy-Connection: close",
                   b"Cookie: a=b; c=d", b"X-Forwarded-Proto: https\r\nX-Forwarded-Host: h",
                   b"X_API_Key: x", b"Host: other", b"Empty:", b"Tabs:\t a \t"]:
        yield b"GET " + path + b" HTTP/1.1\r\n" + host + header + b"\r\n\r\n"
    yield (b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n") * 2
    for body in [b'{"attributes":{"anonymousId":"a-1","country":"GB","firstSeen":"2026-11-01T00:00:00.000Z","userId":"u"}}',
                 b'{"attributes":{"userId": "u","x":{"userId":"v"}},"placements":["a","userId","b"]}',
                 br'{"attributes":{"us\u0065rId":"u"},"anonymousId":"a"}', b'{"attributes":{"userId":7}}',
                 b'{"userId":"u","attributes":["userId","u"],"attributes":{"userId":"a","userId":"b"}}',
                 b'[{"attributes":{"userId":"u"}}]', b'{"attributes":{"userId":"\xc3\xa9","firstSeen":""}}']:
        yield (b"POST " + path + b" HTTP/1.1\r\n" + app + b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
               % len(body) + body)
    yield b"GET / HTTP/1.1\r\nHost:\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"


def http1():
    # The first byte chooses how much one read brings.
    for number, message in enumerate(messages()):
        yield bytes([number % 4]) + message


def json_():
    yield from [b"null", b"[]", b"{}", b' {"a" : [1, -0, 0.5e+3, 1E400, true, false, null]}\n',
                br'"\u00e9\ud83d\ude00\n\/\b\f\\"', br'{"\ud800":"\udc00"}', b'{"a":1,"a":2}',
                b'[' * 40 + b']' * 40, b'9223372036854775808', b'-9223372036854775808', b'1e-400',
                '{"é":1,"e\u0301":2}'.encode(), b'\xef\xbb\xbf{}', b'"\xed\xa0\x80"', b'01', b'"\x00"']
    yield text({"attributes": {"userId": "u", "sessions": 3, "tags": ["a"]}, "placements": ["p"]})
    yield text({"placement": "p", "paywall": {"id": "w", "locale": "en", "products": [
        {"id": "x", "offers": [{"kind": "promotional", "id": "o", "eligibility": "eligible",
         "reason": "r"}]}], "content": {"a": [1.5]}}, "reason": "experiment",
        "experiment": {"id": "e", "variant": "v", "phase": 1, "recorded": False},
        "validUntil": "2026-12-01T00:00:00Z"})
    for vector in vectors("AppStoreFixtures/Vectors/notifications.json")["notifications"][:3]:
        yield text(vector["transaction"] or {})
        yield text(vector["payload"])


def jws():
    notifications = vectors("AppStoreFixtures/Vectors/notifications.json")["notifications"]
    accepted = vectors("AppStoreFixtures/Vectors/accepted.json")["objects"]
    rejected = vectors("AppStoreFixtures/Vectors/rejected.json")
    for vector in accepted + rejected["objects"]:
        yield b"\0" + vector["jws"].encode()
    for vector in notifications[::8] + rejected["nested"]:
        yield b"\0" + (vector.get("signedPayload") or vector["jws"]).encode()
    seen = set()
    for vector in accepted:
        yield b"\1" + padded(vector["jws"].split(".")[1])
        yield b"\2" + padded(vector["jws"].split(".")[0])
    for vector in notifications:
        if vector["notificationType"] in seen:
            continue
        seen.add(vector["notificationType"])
        yield b"\1" + padded(vector["signedPayload"].split(".")[1])
        yield b"\3" + text(vector["transaction"] or {})
    pki = vectors("AppStoreFixtures/Vectors/pki.json")
    header = {"alg": "ES256", "x5c": [pki[f"{name}DerBase64"] for name in
                                      ["leaf", "intermediate", "trustedRoot"]]}
    for change in [{}, {"crit": []}, {"b64": False}, {"alg": "none"}, {"x5c": header["x5c"][:1]},
                   {"x5c": pki["untrustedChainDerBase64"]}, {"kid": "k"}, {"x5c": []}]:
        yield b"\2" + text(header | change)
    for name in ["trustedRoot", "intermediate", "leaf"]:
        yield b"\4" + base64.b64decode(pki[f"{name}DerBase64"])
    yield b"\4" + pki["trustedRootPem"].encode()
    for sample in [b"AA==", b"AAA=", b"AAAA", b"_-A", b"+/+/", b"AB", b"AAB", b"A", b"AA=A", b""]:
        yield b"\5" + sample


def yaml():
    files = swift_texts("TestSupport/SampleConfiguration.swift")
    files |= swift_texts("FuzzingTests/Bodies/SmallConfiguration.swift")
    del files["Paywalls/trial.yaml"]
    files = {path: body for path, body in files.items() if path.startswith(("Paywalls", "Exp"))}
    for index, path in enumerate(sorted(files)):
        body = files[path].replace('\\(String(repeating: "1a", count: 32))', "1a" * 32)
        body = body.replace('\\(String(repeating: "2b", count: 32))', "2b" * 32).encode()
        yield bytes([2, index]) + body
        for edit in range(7):
            yield bytes([0, 0x10 * (index % 3), 0x21, edit, index + edit]) + body
    for path in sorted((tests / "CatalogFilesTests/Mistakes").rglob("*.yaml"))[::3]:
        yield b"\0\1\2\3\4" + path.read_bytes()
    for body in ["a: |\n  x\n\n  y\n# c\nb: >-\n  z\n", "- a\n- - b\n  - {c: [d, 'e', \"f\\u00e9\"]}\n",
                 "? a\n: b\n", "a: &x b\nc: *x\n", "--- \n!!str a\n...\n", "\ufeffa: b\r\nc:\r\n  - d\r\n",
                 "a:   b   # c\n\n\n\nd:  [ e,f ]\n", "'a''b': \"c\\\n  d\"\n", "a: {b: c,\n  d: e}\n"]:
        for edit in range(7):
            yield bytes([0, edit, 0x12, edit, 3 * edit]) + body.encode()
    for path in sorted((tests / "CatalogFilesTests/StoreKit").glob("*.storekit"))[::3]:
        yield b"\3" + path.read_bytes()


def keys():
    for pem in swift_texts("OfferSigningTests/TestOnlyKeys.swift").values():
        yield b"\0" + pem.encode()
    legacy = vectors("OfferSigningTests/Vectors/legacy-offers.json")
    yield b"\0" + legacy["publicKey"]["spkiPem"].encode()
    inputs = {}
    for case in legacy["cases"]:
        given = inputs[case["id"]] = case["input"]
        yield b"\1" + b"\0".join(str(given[name] or "").encode() for name in [
            "keyId", "nonce", "timestamp"]) + b"\0" + case["signatureBase64"].encode() + b"\0" + (
            b"\0".join(str(given[name] or "").encode() for name in [
                "bundleId", "productId", "offerId", "appAccountToken"]))
        yield b"\3" + base64.b64decode(case["signatureBase64"])
        yield b"\3" + case["signatureBase64"].encode()
    for case in legacy["negatives"]:
        given = inputs[case["forCase"]]
        yield b"\1" + b"\0".join(str(given[name] or "").encode() for name in [
            "keyId", "nonce", "timestamp"]) + b"\0" + case["signatureBase64"].encode() + b"\0" + (
            b"\0".join(str(given[name] or "").encode() for name in [
                "bundleId", "productId", "offerId", "appAccountToken"]))
    for sample in [b"QR==", b"QR", b"QUJ=", b"QUI=", b"0A0b", b"A", b"\x30\x06\x02\x01\x01\x02\x01\x01"]:
        yield b"\3" + sample
    for case in vectors("OfferSigningTests/Vectors/jws-offers.json")["cases"]:
        yield b"\2" + case["compactJws"].encode()
        yield b"\3" + case["signatureRawHex"].encode()


def bundle():
    all = vectors("PaywallBundlesTests/Vectors/vectors.json")
    for index, vector in enumerate(all["vectors"]):
        texts = [vector[name].encode() for name in ["certificate", "signature", "payload"]]
        yield b"\3" + b"\0".join(texts)
        if index < 4:
            payload = vector["payload"].encode()
            yield b"\1" + payload
            yield b"\2" + payload
            yield b"\0" + text({"certificate": vector["certificate"],
                                "signature": vector["signature"]})[:-1] + b',"payload":' + payload + b"}"
    for key in all["roots"] + [all["testKey"], all["testRoot"]]:
        yield b"\4" + key.encode()


def headers():
    for address in ["192.0.2.7", "::1", "2001:db8::8:0:1", "::ffff:10.0.0.1", "fe80::1%eth0", "01.2.3.4",
                    "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::", "1::", "1:2:3:4:5:6:7::", ":::", "1.2.3"]:
        yield b"\0" + address.encode()
    for range, address in [("10.0.0.0/8", "10.1.2.3"), ("2001:db8::/33", "2001:db8:8000::"), ("::/0", "::"),
                           ("1.2.3.4", "1.2.3.4"), ("0.0.0.0/0", "8.8.8.8"), ("::ffff:0:0/96", "1.2.3.4")]:
        yield b"\1" + range.encode() + b"\0" + address.encode()
    for lists in [["192.0.2.1, 10.0.0.2"], ["a", "10.0.0.3:80"], ["[fc00::1]:443,fd00::2"], [" ,10.0.0.9\t"], [""]]:
        yield b"\2" + "\0".join(["172.16.0.0/12", "10.0.0.1"] + lists).encode()
    for trace in ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                  "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-x", "r-1._:+/=-"]:
        yield b"\3" + trace.encode()
    for host, target in [("localhost:8080", "/v1"), ("127.0.0.1", "http://127.0.0.1/x"), ("[::1]:1", "*"),
                         ("LOCALHOST", "https://u@localhost?x"), ("localhost.evil", "http://a/"), ("", "")]:
        yield b"\4" + f"{host}\0{target}".encode()
    for query in ["userId=u&attr.sessions=3&country=GB", "preview=x&appVersion=3.2.1", "a=%C3%A9&%61=%zz",
                  "attr.tags=a&attr.tags=b", "firstSeen=2026-01-01T00:00:00Z&&x", "subscription.state=a"]:
        yield b"\5" + query.encode()
    for value, tag in [('"abc", W/"d"', "abc"), ("gzip;q=0.8, identity; q=1, *;q=0", ""), ("*", "x"),
                       ("max-age=30, stale-while-revalidate=3600, no-store", ""),
                       ("Sun, 06 Nov 1994 08:49:37 GMT", ""), ('max-age="9223372036854775807"', "")]:
        yield b"\6" + f"{value}\0{tag}".encode()


def requests():
    attributes = {"userId": "user-7", "anonymousId": "a-1", "country": "GB", "locale": "de_DE", "sessions": 3,
                  "appVersion": "3.2", "tags": ["sport"], "score": 0.5, "beta": True, "trialEnds": "2026-12-01T00:00Z"}
    signed = {"transactions": ["a.b.c"], "renewalInfo": ["d.e.f"], "appTransaction": "g.h.i", "userProof": "p"}
    claim = {"id": "1", "experiment": "wording", "variant": "other", "phase": 1, "placement": "onboarding",
             "at": "2026-12-01T09:00:00Z"}
    record = {"experiment": "wording", "variant": "other", "phase": 1.0, "unit": "u", "at": "2026-12-01T09:00:00Z"}
    token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    sign = {"product": "pro_yearly", "offer": "loyalty", "form": "jws", "attributes": attributes}
    bodies = [
        (0, {"attributes": attributes, "sign": ["jws"], "preview": "t"} | signed),
        (0, {"attributes": {"userId": 7, "sessions": "3", "tags": "sport", "é": None}, "preview": None}),
        (1, {"placements": ["onboarding", "settings"], "attributes": attributes, "sign": ["legacy"]}),
        (1, {"placements": ["p"] * 51}),
        (2, sign | signed | {"placement": "onboarding", "transactionId": "7"}),
        (2, sign | {"form": "legacy", "appAccountToken": token, "assertSubscriber": True}),
        (2, sign | {"form": "legacy", "applicationUsername": "u", "customer": {"appAccountToken": token}}),
        (3, {"attributes": attributes, "customer": {"originalTransactionId": "7", "environment": "Sandbox"}}),
        (3, signed), (4, signed | {"userId": "u", "attributes": {}}), (4, {"transactions": ["a"] * 65}),
        (5, {"attributes": attributes, "exposures": [claim, claim | {"phase": 0}, claim | {"at": "now"}]}),
        (5, {"exposures": [{"id": ""}]}),
        (6, {"anonymousId": "a-1", "userId": 7, "environment": "sandbox"} | signed),
        (6, {"anonymousId": "7", "userId": 7}),
        (7, {"placement": "onboarding", "attributes": attributes, "at": "2026-12-01T00:00Z", "records": [record],
             "whyNot": "wording", "customer": {"userId": "u"}}),
        (8, {"placement": "onboarding", "variant": "other", "experiment": "wording", "for": "PT1H"}),
        (8, {"placement": "p", "variant": "v", "for": 9223372036854775807}),
        (9, {"context": attributes | {"targetingKey": "user-7"}, "flag": 1}),
        (10, {"context": {"targetingKey": "a-1", "anonymousId": "a-1", "placements": ["b", "a", "b"]}}),
    ]
    for operation, body in bodies:
        yield bytes([operation]) + text(body)
    yield bytes([0]) + b'{\n "tr\\u0061nsactions" :\t[],\r\n "attributes":{"\\"":"transactions"}}'
    for operation in range(11):
        yield bytes([operation]) + b'{"attributes":[],"placement":1}'


def frames():
    def frame(kind, flags=0, stream=0, payload=b""):
        return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload

    def literal(name, value):
        # RFC 7541, 6.2.2, with lengths below 127.
        return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value

    # Places in the table of RFC 7541, A: :method GET and POST, :scheme https.
    path, host = b"\x04\x0c/v1/products", b"\x01\x09localhost"
    get, post, framework = b"\x82\x87" + path + host, b"\x83\x87" + path + host, b"\x83\x87\x04\x02/f" + host
    sequences = [
        [frame(1, 5, 1, get)], [frame(1, 4, 1, post), frame(0, 1, 1, b"{}")],
        [frame(1, 4, 1, framework), frame(0, 0, 1, b"{"), frame(0, 1, 1, b"}")],
        [frame(1, 4, 1, post + literal(b"content-length", b"5000")), frame(0, 1, 1, b"x" * 5000)],
        [frame(1, 4, 1, post + literal(b"content-length", b"3")), frame(0, 1, 1, b"{}")],
        [frame(1, 4, 1, framework + literal(b"expect", b"100-continue")), frame(0, 1, 1, b"{}")],
        [frame(1, 5, 1, get + literal(b"x-user-proof", b"a"))], [frame(1, 1, 1, get[:9]), frame(9, 4, 1, get[9:])],
        [frame(1, 0, 1, get), *[frame(9, 0, 1)] * 5], [frame(1, 5, 1, get), frame(3, 0, 1, b"\0\0\0\x08")],
        [frame(1, 0x2D, 1, b"\2\0\0\0\0\x10" + get + b"\0\0")], [frame(1, 4, stream, post) for stream in range(1, 220, 2)],
        [frame(1, 4, 1, post), frame(0, 0, 1, b"a"), frame(1, 5, 1, literal(b"trailer", b"x"))],
        [frame(6, 0, 0, b"12345678"), frame(4, 1), frame(8, 0, 0, b"\0\1\0\0"), frame(7, 0, 0, bytes(8))],
        [frame(4, 0, 0, b"\0\1\0\0\0\0\0\4\0\0\0\0"), frame(1, 5, 1, framework)],
        [frame(2, 0, 1, b"\0\0\0\0\x10"), frame(1, 5, 1, get)], [frame(5, 4, 1, b"\0\0\0\2" + get)],
        [frame(1, 5, 1, b"\x82\x87\x04\x01*" + host)], [frame(1, 5, 1, b"\x82\x87" + path + b"\x01\x0ba@localhost")],
        [frame(1, 5, 1, b"\x82" + literal(b":scheme", b"javascript") + path + host)],
        [frame(1, 5, 1, b"\x02\x07CONNECT" + host)], [frame(1, 5, 1, b"\x3f\xe1\x1f" + get), frame(1, 5, 3, b"\xbe" + get)],
        [frame(1, 5, 1, get + b"\x40\x01a\x01b"), frame(1, 5, 3, get + b"\xbe")], [frame(1, 5, 1, b"\xff\xff\xff\x0f")],
        [frame(1, 5, 1, get + literal(b"transfer-encoding", b"chunked"))], [frame(1, 5, 1, get + literal(b"A", b"\r\nb: c"))],
        [frame(1, 5, 1, get + literal(b"host", b"localhost"))], [b"\xff\xff\xff" + bytes(6)], [frame(1, 5, 2, get)],
        [frame(1, 5, stream, get) + frame(3, 0, stream, bytes(4)) for stream in range(1, 120, 2)],
    ]
    for number, sequence in enumerate(sequences):
        yield bytes([number % 5]) + b"".join(sequence)
        if all(len(each) < 265 for each in sequence):
            # The type, the flags, the stream and the length, as the target makes frames of them.
            yield bytes([0x80 + number % 5]) + b"".join(
                each[3:5] + each[8:9] + bytes([len(each) - 9]) + each[9:] for each in sequence if len(each) >= 9)


for target, seeds in {"http1": http1, "json": json_, "jws": jws, "yaml": yaml, "keys": keys,
                      "bundle": bundle, "headers": headers, "requests": requests,
                      "frames": frames}.items():
    kept = here / "Corpus" / f"{target}.txt"
    kept.parent.mkdir(exist_ok=True)
    lines = kept.read_text().splitlines() if kept.exists() else []
    new = {base64.b64encode(seed).decode() for seed in seeds()} - set(lines)
    lines += sorted(new, key=lambda line: (len(line), line))
    kept.write_text("".join(f"{line}\n" for line in lines))
    print(target, len(lines))
