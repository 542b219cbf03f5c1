import CatalogFiles
import Foundation
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

/// Commands that bring messages to Apple and back.
@Suite struct RetentionCommandTests {
  private static let approvals = "Paywalls/store/approvals.yaml"

  /// Writes an app with a message that has an image and a point, and one with an offer.
  private static func write(to folder: URL, picture: [UInt8] = SamplePNG.bytes(3840, 160)) throws {
    let files = SampleConfiguration.texts.with([
      "Paywalls/targeting/placements.yaml": """
      placements:
        onboarding: { default: standard, rules: [{ audience: lapsed, show: lite }] }
        settings: { default: nothing }
        cancel:
          rules: [{ audience: newcomers, show: stay }]
          default: cheaper
      fallback: standard
      """,
      "Paywalls/retention/stay.yaml": """
      header: { en: Stay with us, de: Bleib bei uns, ja: 残りませんか }
      body: Your recordings stay.
      image: images/hill.png
      alt: A hill
      bullets: [{ text: All notes, image: images/star.png, alt: A star }]
      """,
      "Paywalls/retention/cheaper.yaml": """
      header: { en: Pay less, de: Zahl weniger, ja: お得です }
      body: A month for less.
      offer: loyalty
      """,
    ])
    try files.write(to: folder)
    try Self.write(picture, "hill.png", to: folder)
    try Self.write(SamplePNG.bytes(1024, 1024), "star.png", to: folder)
    try StoreApp.writeKey(to: folder)
  }

  private static func write(_ bytes: [UInt8], _ name: String, to folder: URL) throws {
    let images = folder.appending(path: "Paywalls/images")
    try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
    try Data(bytes).write(to: images.appending(path: name))
  }

  private func retention(
    _ words: String..., at url: String, environment: String = "production"
  ) async throws -> Run {
    try await paywall(
      ["retention"] + words + [
        "--config", folder.path(), "--environment", environment,
        "--app-store-key", folder.appending(path: "key.p8").path(),
        "--app-store-key-id", "ABC123DEFG",
        "--app-store-issuer", "57246542-96fe-1a63-e053-0824d011072a",
        "--app-store-address", "\(environment)=\(url)",
      ])
  }

  private func serving(
    _ apple: FakeMessaging, _ body: (_ url: String) async throws -> Void
  ) async throws {
    try await StubAppStoreServer.run({ apple.answer($0) }, body)
  }

  private func snapshot() throws -> Snapshot {
    let (snapshot, report) = Loader.load(folder.path())
    return try #require(snapshot, "\(report.text())")
  }

  @Test("push brings images, then messages, once; pull writes down what Apple approved", .inFolder)
  func pushed() async throws {
    try Self.write(to: folder)
    let apple = FakeMessaging()
    try await serving(apple) { url in
      try await retention("push", "--dry-run", at: url)
        .expect(0, prints: "image images/hill.png", "message stay in de", "Nothing was changed")
      #expect(apple.now.changes == [])
      try await retention("push", at: url).expect(2, complains: "add --yes")
      try await retention("push", "--yes", at: url).expect(0, prints: "Done (production)")
      let made = apple.now
      #expect(made.images.count == 2 && made.messages.count == 6)
      #expect(made.changes.count == 8)
      #expect(made.changes.prefix(2).allSatisfy { $0.hasPrefix("PUT image/") })
      #expect(made.changes.dropFirst(2).allSatisfy { $0.hasPrefix("PUT message/") })
      let sizes = made.images.keys.map { made.bodies[$0]?.split(separator: "=").last ?? "" }
      #expect(Set(sizes) == ["FULL_SIZE", "BULLET_POINT"])
      let stay = try #require(snapshot().retention["stay"]?.texts["de"])
      let body = try #require(made.bodies[stay.identifier ?? ""])
      #expect(body.contains(#""header":"Bleib bei uns""#) && body.contains(#""altText":"A hill""#))
      #expect(!stay.images.contains { made.images[$0.identifier ?? ""] == nil })
      // Nothing is brought twice, and nothing is approved yet.
      try await retention("push", "--yes", at: url)
        .expect(0, prints: "Apple has every message and image")
      #expect(apple.now.changes.count == 8)
      try await retention("status", at: url).expect(1, prints: "pending")
      let states = try #require(snapshot().retentionStates[.production])
      #expect(Set(states.messages.values) == [.pending])
      apple.approve()
      try await retention("pull", "--yes", at: url).expect(0)
      let approved = try #require(snapshot().retentionStates[.production])
      #expect(Set(approved.messages.values) == [.approved] && approved.messages.count == 6)
      #expect(Set(approved.images.values) == [.approved])
      try await retention("status", at: url).expect(0, prints: "approved", "Apple asks no server")
      try await paywall("check", in: folder).expect(0, prints: "sandbox: en, de, ja")
    }
  }

  @Test(
    "a changed text of one language is one new message; the former one is deleted on request",
    .inFolder)
  func changed() async throws {
    try Self.write(to: folder)
    let apple = FakeMessaging()
    try await serving(apple) { url in
      try await retention("push", "--yes", at: url).expect(0)
      let former = Set(apple.now.messages.keys)
      let file = folder.appending(path: "Paywalls/retention/stay.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacing("Bleib bei uns", with: "Bleib doch").utf8).write(to: file)
      let run = try await retention("push", "--yes", "--delete-others", "--json", at: url).expect(0)
      let card = try #require(try json(run.output) as? [String: Any])
      #expect((card["messages"] as? [[String: Any]])?.map { $0["language"] as? String } == ["de"])
      #expect((card["images"] as? [Any])?.isEmpty == true)
      let deleted = try #require(card["deletedMessages"] as? [String])
      #expect(deleted.count == 1 && former.isSuperset(of: deleted))
      #expect(apple.now.messages.count == 6 && Set(apple.now.messages.keys) != former)
    }
  }

  @Test("an image that Apple would not take is never brought", .inFolder)
  func transparent() async throws {
    try Self.write(to: folder, picture: SamplePNG.bytes(3840, 160, colour: 6))
    try Self.write(Array(SamplePNG.bytes(1024, 1024).dropLast(3)), "star.png", to: folder)
    let apple = FakeMessaging()
    try await serving(apple) { url in
      try await retention("push", "--yes", at: url).expect(
        1, complains: "'Paywalls/images/hill.png' may be transparent",
        "'Paywalls/images/star.png' is a PNG that is cut off", "2 images")
    }
    #expect(apple.now.changes == [])
    try await paywall("check", in: folder).expect(
      1, prints: "Paywalls/retention/stay.yaml:3", "may be transparent", "is a PNG that is cut off")
  }

  @Test(
    "an image that changed after it was brought is a warning until it is brought again", .inFolder)
  func changedImage() async throws {
    try Self.write(to: folder)
    let apple = FakeMessaging()
    try await serving(apple) { url in
      try await retention("push", "--yes", at: url).expect(0)
      try Self.write(SamplePNG.bytes(3840, 200), "hill.png", to: folder)
      try await paywall("check", in: folder)
        .expect(0, prints: "'Paywalls/images/hill.png' changed since it was uploaded to Apple")
      // Its three messages name another image now.
      try await retention("push", "--yes", at: url).expect(0)
      #expect(apple.now.images.count == 3 && apple.now.messages.count == 9)
      let run = try await paywall("check", in: folder).expect(0)
      #expect(!run.output.contains("changed since"))
    }
  }

  @Test("a default message is one of text that Apple approved", .inFolder)
  func defaults() async throws {
    try Self.write(to: folder)
    let apple = FakeMessaging()
    try await serving(apple) { url in
      let set = ["default", "pro_monthly", "de-DE", "--message", "stay"]
      func run(_ words: [String]) async throws -> Run {
        try await paywall(
          ["retention"] + words + [
            "--config", folder.path(), "--environment", "production",
            "--app-store-key", folder.appending(path: "key.p8").path(),
            "--app-store-key-id", "ABC123DEFG",
            "--app-store-issuer", "57246542-96fe-1a63-e053-0824d011072a",
            "--app-store-address", "production=\(url)",
          ])
      }
      try await retention("push", "--yes", at: url).expect(0)
      try await run(set + ["--yes"]).expect(1, complains: "Apple did not approve 'stay'")
      apple.approve()
      try await retention("pull", "--yes", at: url).expect(0)
      try await run(["default", "pro_monthly", "de-DE", "--message", "cheaper", "--yes"])
        .expect(1, complains: "makes an offer")
      try await run(["default", "pro_monthy", "de-DE"]).expect(1, complains: "pro_monthly")
      try await run(set + ["--dry-run"])
        .expect(0, prints: "PUT /inApps/v1/messaging/default/pro_monthly/de-DE")
      try await run(set + ["--yes", "--json"]).expect(0, prints: #""ending" : "done""#)
      let german = try #require(snapshot().retention["stay"]?.texts["de"]?.identifier)
      #expect(apple.now.defaults == ["pro_monthly/de-DE": german])
      #expect(
        try snapshot().retentionStates[.production]?.defaults == ["pro_monthly": ["de-DE": german]])
      try await run(["default", "pro_monthly", "de-DE"]).expect(0, prints: german, "stay in de")
      try await retention("pull", "--dry-run", at: url).expect(0, prints: "nothing was changed")
      try await run(["default", "pro_monthly", "de-DE", "--remove", "--yes"]).expect(0)
      #expect(apple.now.defaults.isEmpty)
      #expect(
        try snapshot().retentionStates[.production]?.defaults.values.allSatisfy(\.isEmpty) == true)
    }
  }

  @Test("production takes a URL after the performance test was passed in the sandbox", .inFolder)
  func url() async throws {
    try Self.write(to: folder)
    let apple = FakeMessaging()
    let address = "https://paywalls.example.com/v1/appstore/retention"
    try await serving(apple) { url in
      try await retention("realtime-url", at: url).expect(0, prints: "Apple asks no server")
      try await retention("realtime-url", address, "--dry-run", at: url)
        .expect(0, prints: address, "Nothing was changed")
      try await retention("realtime-url", address, "--yes", at: url)
        .expect(1, complains: "no performance test was passed", "performance-test")
      let test = try await retention(
        "performance-test", "2000000123000001", "--json", at: url, environment: "sandbox"
      ).expect(1)
      #expect(try (json(test.output) as? [String: Any])?["p99"] as? Int == 812)
      apple.state.withLock { $0.hasPassed = true }
      try await retention("performance-test", "--request", "r-1", at: url, environment: "sandbox")
        .expect(0, prints: "The test was passed", "7 × TIMED_OUT", "812 ms")
      try await retention("realtime-url", address, "--yes", "--json", at: url).expect(0)
      #expect(apple.now.url == address)
      #expect(try snapshot().retentionStates[.production]?.realtimeURL == address)
      try await retention("status", "--json", at: url).expect(1, prints: address)
      try await retention("realtime-url", "--remove", "--yes", at: url).expect(0)
      #expect(apple.now.url == nil)
      #expect(try snapshot().retentionStates[.production]?.realtimeURL == nil)
    }
    try await retention("realtime-url", "http://a.b/c", at: "https://a.b")
      .expect(2, complains: "https://")
    try await retention("performance-test", "1", at: "https://a.b")
      .expect(2, complains: "only the sandbox")
  }

  @Test("what commands write is read again as it was, whatever the names", .inFolder)
  func roundTrip() throws {
    try Self.write(to: folder)
    let message = "00000000-0000-8000-8000-000000000001"
    var approvals = ApprovalsText(try snapshot())
    approvals.files = ["images/hill.png": "00000000-0000-8000-8000-000000000002"]
    approvals.states = [
      .production: RetentionStates(
        messages: [message: .rejected], images: [message: .approved],
        defaults: ["größe/1": ["no": message, "en-US": message], "on": ["ja": message]],
        realtimeURL: "https://a.b/c?d=%20#x"),
      .sandbox: RetentionStates(),
    ]
    let text = approvals.text(after: "# Ours.\n#\nproduction: {}\n")
    #expect(text.hasPrefix("# Ours.\n#\nfiles:"))
    try Data(text.utf8).write(to: folder.appending(path: Self.approvals))
    let read = try snapshot()
    #expect(read.retentionStates == approvals.states)
    #expect(
      read.retention["stay"]?.texts["en"]?.image?.identifier
        == "00000000-0000-8000-8000-000000000002")
    #expect(ApprovalsText(read).text(after: text) == text)
  }
}
