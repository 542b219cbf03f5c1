import BundleWriting
import Foundation
import PaywallBundles
import PaywallCatalog
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// Bundles, from their keys to their refusal, on a copy of the example app.
@Suite struct BundleTests {
  /// A folder with the example app, a root, and a bundle key that it certifies.
  private struct Shop {
    let folder: URL
    var root: String { path("root.pem") }
    var rootText: String

    init(_ folder: URL) async throws {
      self.folder = folder
      let made = try await Shop.bundle(
        "key", "create", "--root", "--out", folder.appending(path: "root.pem").path(), "--json")
      let card = try #require(try json(made.output) as? [String: String])
      rootText = try #require(card["publicKey"])
      try await Shop.expectFine("key", "create", "--out", path("bundle.pem"))
      try await Shop.expectFine(
        "key", "certify", path("bundle.pem"), "--root-key", path("root.pem"), "--out",
        path("bundle.cert"))
    }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    func build(_ name: String, _ more: String...) async throws -> Run {
      try await paywall(
        [
          "bundle", "build", "--config", folder.path(), "--out", path(name), "--bundle-key",
          path("bundle.pem"), "--bundle-certificate", path("bundle.cert"),
        ] + more)
    }

    func verify(_ name: String, _ more: String..., root: String? = nil) async throws -> Run {
      try await paywall(["bundle", "verify", path(name), "--root-key", root ?? rootText] + more)
    }

    func read(_ name: String) throws -> SignedBundle {
      try SignedBundle(file: Array(Data(contentsOf: URL(filePath: path(name)))))
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
    }

    static func bundle(_ arguments: String...) async throws -> Run {
      try await paywall(["bundle"] + arguments)
    }

    static func expectFine(_ arguments: String...) async throws {
      try await paywall(["bundle"] + arguments).expect(0)
    }
  }

  @Test(.inExample)
  func `What was built is right, by the text of the root and by its file`() async throws {
    let shop = try await Shop(folder)
    let built = try await shop.build("app.json", "--json").expect(0)
    try shop.write("\n \(shop.rootText)\n", to: "root.pub")
    for root in [shop.rootText, shop.path("root.pub"), shop.root] {
      try await shop.verify("app.json", "--max-age", "1d", "--matches", folder.path(), root: root)
        .expect(0, prints: "The bundle is right.")
    }
    let card = try #require(try json(built.output) as? [String: Any])
    let release = try #require(card["release"] as? String)
    try await shop.verify("app.json", "--release", release).expect(0)
  }

  @Test(.inExample)
  func `Two builds of a release have the same payload, and signatures of their own`() async throws {
    let shop = try await Shop(folder)
    try await shop.build("first.json").expect(0)
    try await shop.build("second.json", "--valid-for", "30d").expect(0)
    let (first, second) = (try shop.read("first.json"), try shop.read("second.json"))
    #expect(first.payload == second.payload)
    #expect(!first.payload.isEmpty)
    #expect(first.signature != second.signature)
    #expect(first.certificate == second.certificate)
  }

  @Test(.inExample) func `One of another release is named so, with what differs`() async throws {
    let shop = try await Shop(folder)
    try await shop.build("app.json").expect(0)
    let other = String(repeating: "0", count: 64)
    try await shop.verify("app.json", "--release", other).expect(1, prints: "otherRelease: it is ")
    let placements = "Paywalls/targeting/placements.yaml"
    let text = try shop.text(placements)
    try #require(text.contains("fallback: standard"))
    try shop.write(
      text.replacing("default: nothing", with: "default: lite", maxReplacements: 1),
      to: placements)
    let matched = try await shop.verify("app.json", "--matches", folder.path(), "--json").expect(1)
    let verdict = try #require(try json(matched.output) as? [String: Any])
    #expect(verdict["trusted"] as? Bool == false)
    let reasons = try #require(verdict["reasons"] as? [[String: String]])
    #expect(reasons.map { $0["code"] } == ["differs"])
    #expect(reasons.first?["detail"]?.contains("placements settings") == true)
  }

  /// The test signs with the key that the command made: the command has no clock to set.
  @Test(.inExample)
  func `One that is older than wanted is refused, and one that has ended too`() async throws {
    let shop = try await Shop(folder)
    try await shop.build("app.json").expect(0)
    let key = try #require(BundlePrivateKey(pem: try shop.text("bundle.pem")))
    let publicKey = try #require(key.publicKey)
    let root = try #require(BundlePrivateKey(pem: try shop.text("root.pem")))
    let payload = try shop.read("app.json").payload
    let named = try BundleSignature(shop.read("app.json").signature)
    let day: Int64 = 86_400_000
    let now = named.issued
    let certificate = try #require(
      BundleCertificate.issue(
        for: publicKey, by: root, bundleId: nil,
        issued: now.adding(milliseconds: -40 * day), expires: now.adding(milliseconds: day)))
    let signer = try #require(BundleSigner(key: key, certificate: certificate))
    for (age, length, codes) in [
      (Int64(31), Int64(60), ["tooOld"]), (29, 60, []), (29, 10, ["expired"]),
      (31, 10, ["expired", "tooOld"]),
    ] {
      let issued = now.adding(milliseconds: -age * day)
      let signature = try #require(
        signer.sign(
          payload, release: named.release, bundleId: named.bundleId, issued: issued,
          expires: issued.adding(milliseconds: length * day)))
      let old = SignedBundle(
        payload: payload, signature: signature.text, certificate: certificate.text)
      try Data(old.file).write(to: URL(filePath: shop.path("old.json")))
      let run = try await shop.verify("old.json", "--max-age", "30d").expect(codes.isEmpty ? 0 : 1)
      for code in ["tooOld", "expired"] {
        #expect(run.output.contains("\(code): it was ") == codes.contains(code), "\(run.output)")
      }
    }
  }

  @Test(.inExample) func `An altered byte is refused, wherever it is`() async throws {
    let shop = try await Shop(folder)
    try await shop.build("app.json").expect(0)
    let good = try shop.text("app.json")
    let bundle = try shop.read("app.json")
    func altered(_ text: String, at place: Int) -> String {
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return String(decoding: bytes, as: UTF8.self)
    }
    for (old, new) in [
      ("\"pro_monthly\"", "\"pro_monthlx\""),
      (bundle.signature, altered(bundle.signature, at: bundle.signature.utf8.count - 20)),
      (bundle.certificate, altered(bundle.certificate, at: bundle.certificate.utf8.count - 20)),
      (bundle.certificate, altered(bundle.certificate, at: 3)),
    ] {
      try #require(good.contains(old))
      try shop.write(good.replacing(old, with: new, maxReplacements: 1), to: "altered.json")
      let run = try await shop.verify("altered.json").expect(1)
      #expect(!run.output.contains("is right"))
      #expect(run.complaints.hasPrefix("error: "))
    }
    try shop.write(String(good.prefix(good.count / 2)), to: "altered.json")
    try await shop.verify("altered.json").expect(1, complains: "is no bundle")
  }

  @Test(.inExample)
  func `A root that did not certify the key, and another app, are refused`() async throws {
    let shop = try await Shop(folder)
    try await shop.build("app.json").expect(0)
    try await Shop.expectFine("key", "create", "--root", "--out", shop.path("other.pem"))
    let other = try await shop.verify("app.json", "--json", root: shop.path("other.pem")).expect(1)
    let verdict = try #require(try json(other.output) as? [String: Any])
    #expect(verdict["trusted"] as? Bool == false)
    #expect((verdict["reasons"] as? [[String: String]])?.first?["code"] == "unknownRoot")
    try await shop.verify("app.json", "--bundle-id", "com.example.other").expect(1)
    try await shop.verify("app.json", "--root-key", shop.path("other.pem")).expect(0)
    try await shop.verify("gone.json").expect(3)
  }

  @Test(.inExample)
  func `A key's file is its owner's alone, and nothing is written over it`() async throws {
    let shop = try await Shop(folder)
    for name in ["root.pem", "bundle.pem"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: shop.path(name))
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
      let before = try shop.text(name)
      let again = try await Shop.bundle("key", "create", "--out", shop.path(name))
      again.expect(1, complains: "is there already")
      let certified = try await Shop.bundle(
        "key", "certify", shop.path("bundle.pem"), "--root-key", shop.root, "--out",
        shop.path(name))
      certified.expect(1, complains: "holds a private key")
      try await shop.build(name).expect(1)
      #expect(try shop.text(name) == before)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: shop.path("bundle.pem"))
    try await shop.build("app.json").expect(3, complains: "chmod 600")
    #expect(!FileManager.default.fileExists(atPath: shop.path("app.json")))
  }

  @Test(.inExample) func `A certificate goes with its key and its app`() async throws {
    let shop = try await Shop(folder)
    try await Shop.expectFine(
      "key", "certify", shop.path("bundle.pem"), "--root-key", shop.root, "--out",
      shop.path("bundle.cert"), "--bundle-id", "com.example.other")
    try await shop.build("app.json").expect(1, complains: "com.example.other")
    try await Shop.expectFine(
      "key", "certify", shop.root, "--root-key", shop.root, "--out", shop.path("bundle.cert"))
    try await shop.build("app.json").expect(3, complains: "is for the key")
  }

  @Test(.inExample)
  func `A rule that begins at a moment is listed as kept, until it says that it is public`()
    async throws
  {
    let shop = try await Shop(folder)
    func why() async throws -> (rule: [String: Any], paywall: [String: Any], partial: [String]) {
      let run = try await Shop.bundle("show", "--config", folder.path(), "--json")
      let card = try #require(try json(run.output) as? [String: Any])
      let entries = try #require(card["entries"] as? [[String: Any]])
      func entry(_ kind: String, _ name: String) throws -> [String: Any] {
        try #require(
          entries.first { $0["kind"] as? String == kind && $0["name"] as? String == name })
      }
      return (
        try entry("rule", "settings, rule 3"), try entry("paywall", "gift-wall"),
        try #require(card["partialPlacements"] as? [String])
      )
    }
    let before = try await why()
    #expect(before.rule["isPublic"] as? Bool == false)
    #expect(
      before.rule["why"] as? String == "it has a 'from', and does not say 'visibility: public'")
    #expect(before.paywall["isPublic"] as? Bool == false)
    #expect(before.partial.contains("settings"))
    try await shop.build("app.json").expect(0)
    #expect(!(try shop.text("app.json").contains("gift-wall")))
    let placements = "Paywalls/targeting/placements.yaml"
    let text = try shop.text(placements)
    try #require(text.contains("        show: gift-wall\n"))
    try shop.write(
      text.replacing(
        "        show: gift-wall\n", with: "        show: gift-wall\n        visibility: public\n"
      ),
      to: placements)
    let after = try await why()
    #expect(after.rule["isPublic"] as? Bool == true)
    #expect(after.rule["why"] as? String == "visibility is public")
    #expect(after.paywall["isPublic"] as? Bool == true)
    try await shop.build("app.json").expect(0)
    #expect(try shop.text("app.json").contains("gift-wall"))
  }

  @Test(
    arguments: [
      ("bundle/ab12?sha256=cd34", "https://paywalls.example.com/v1/bundle/ab12?sha256=cd34"),
      ("bundle/ab12", "https://paywalls.example.com/v1/bundle/ab12"),
      ("https://evil.example.com/bundle/ab12", nil), ("//evil.example.com/bundle/ab12", nil),
      ("/v1/bundle/ab12", nil), ("bundle/../../../other", nil), ("bundle/%2e%2e/x", nil),
      ("bundle\\evil", nil), ("bundle", nil), ("", nil), ("bundle/a@evil.example.com", nil),
      ("bundle/a:b", nil), ("bundle/ä", nil), ("bundle/a b", nil), ("bundle/a\r\nX: y", nil),
    ] as [(String, String?)])
  func `The key goes nowhere but beside the pointer`(_ address: String, _ url: String?) throws {
    let pointer = try #require(URL(string: "https://paywalls.example.com/v1/bundle"))
    #expect(BundleSource.payload(at: address, beside: pointer)?.absoluteString == url)
  }
}
