import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

@Suite("The files of retention messages")
struct RetentionFileTests {
  private static let placements =
    (Base.texts["Paywalls/targeting/placements.yaml"] ?? "").replacing(
      "fallback:", with: "  cancel: { default: stay }\nfallback:")

  private static let message = """
    title: Stay, with a picture
    header: { en: Stay with us, de: Bleib bei uns, ja: 残りませんか }
    body: { en: Your recordings stay., de: Deine Aufnahmen bleiben., ja: 録音は残ります。 }
    headerPosition: aboveImage
    image: { en: images/stay.png, de: images/bleib.png, ja: images/stay.png }
    alt: { en: A hill, de: Ein Hügel, ja: 丘 }
    bullets:
      - text: { en: All notes, de: Alle Notizen, ja: すべてのメモ }
        image: images/star.png
        alt: { en: A star, de: Ein Stern, ja: 星 }
    """

  private static let approvals = """
    files:
      images/stay.png: 00000000-0000-8000-8000-000000000001
      images/bleib.png: 00000000-0000-8000-8000-000000000002
      images/star.png: 00000000-0000-8000-8000-000000000003
    """

  private func snapshot(
    message: String = message, approvals: String = approvals, bundleId: String = "com.example.lumen"
  ) throws -> (files: ConfigurationFiles, snapshot: Snapshot, report: Report) {
    let app = (Base.texts["Paywalls/store/app.yaml"] ?? "")
      .replacing("com.example.lumen", with: bundleId)
    let files = Base.with([
      "Paywalls/store/app.yaml": app, "Paywalls/targeting/placements.yaml": Self.placements,
      "Paywalls/retention/stay.yaml": message, "Paywalls/store/approvals.yaml": approvals,
    ])
    let (snapshot, report) = Loader.load(files)
    return (files, try #require(snapshot, "\(report.text())"), report)
  }

  private func identifiers(
    message: String = message, approvals: String = approvals, bundleId: String = "com.example.lumen"
  ) throws -> [String: String] {
    let texts = try snapshot(message: message, approvals: approvals, bundleId: bundleId)
      .snapshot.retention["stay"]?.texts
    return try #require(texts).compactMapValues(\.identifier)
  }

  @Test("give a message with each of its parts in each language")
  func read() throws {
    let (files, snapshot, report) = try snapshot()
    let message = try #require(snapshot.retention["stay"])
    #expect(message.title == "Stay, with a picture" && message.kind == .message)
    #expect(message.headerPosition == .aboveImage)
    let german = try #require(message.texts["de"])
    #expect(german.header == "Bleib bei uns" && german.body == "Deine Aufnahmen bleiben.")
    #expect(
      german.image
        == RetentionMessage.Image(
          file: "images/bleib.png", alternative: "Ein Hügel",
          identifier: "00000000-0000-8000-8000-000000000002"))
    #expect(
      german.bullets == [
        RetentionMessage.Bullet(
          text: "Alle Notizen",
          image: RetentionMessage.Image(
            file: "images/star.png", alternative: "Ein Stern",
            identifier: "00000000-0000-8000-8000-000000000003"))
      ])
    #expect(message.texts["ja"]?.image?.file == "images/stay.png")
    #expect(report.diagnostics.map(\.code) == [.notApproved])
    for path in ["Paywalls/retention/stay.yaml", "Paywalls/store/approvals.yaml"] {
      let bytes = try #require(files.files[path])
      #expect(FolderSchemas(files).complaints(about: bytes, at: path, read: .old) == [])
    }
  }

  @Test(
    "tell the three kinds of messages apart",
    arguments: [
      ("product: pro_monthly", RetentionMessage.Kind.product("pro_monthly", .upFront)),
      ("product: pro_yearly\nbillingPlan: monthly", .product("pro_yearly", .monthly)),
      ("offer: loyalty", .offer("loyalty", product: nil)),
      ("offer: loyalty\nproduct: pro_yearly", .offer("loyalty", product: "pro_yearly")),
    ])
  func kinds(_ lines: String, _ kind: RetentionMessage.Kind) throws {
    let text = "header: { en: Stay, de: Bleib, ja: 残る }\nbody: Your recordings stay.\n\(lines)"
    #expect(try snapshot(message: text).snapshot.retention["stay"]?.kind == kind)
  }

  @Test("give each language an identifier of its own, a UUID of version 8, the same every time")
  func distinct() throws {
    let found = try identifiers()
    #expect(found.keys.sorted() == ["de", "en", "ja"] && Set(found.values).count == 3)
    for identifier in found.values {
      let parts = identifier.split(separator: "-")
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
      #expect(parts[2].first == "8" && "89ab".contains(parts[3].prefix(1)))
    }
    #expect(try identifiers() == found)
  }

  @Test(
    "give a changed part of one language a new identifier there, and only there",
    arguments: [
      ("Bleib bei uns", "Bleib doch"), ("Deine Aufnahmen bleiben.", "Deine Aufnahmen bleiben"),
      ("Ein Hügel", "Zwei Hügel"), ("Alle Notizen", "Notizen"), ("Ein Stern", "Stern"),
      ("images/bleib.png", "images/star.png"),
    ])
  func changed(_ old: String, _ new: String) throws {
    let before = try identifiers()
    let after = try identifiers(message: Self.message.replacing(old, with: new))
    #expect(after["de"] != before["de"] && after["en"] == before["en"])
    #expect(after["ja"] == before["ja"])
  }

  @Test("give other bytes of an image, another position and another app other identifiers")
  func changedAround() throws {
    let before = try identifiers()
    let bytes = try identifiers(
      approvals: Self.approvals.replacing("000000000001", with: "000000000009"))
    #expect(bytes["en"] != before["en"] && bytes["de"] == before["de"])
    let position = try identifiers(
      message: Self.message.replacing("aboveImage", with: "aboveBody"))
    #expect(position["en"] != before["en"])
    #expect(try identifiers(bundleId: "com.example.other")["en"] != before["en"])
    #expect(
      RetentionIdentifier.image([1, 2], of: "a.b") != RetentionIdentifier.image([1, 3], of: "a.b"))
  }

  @Test("give no identifier to a message with an image that was not brought to Apple")
  func unknownImage() throws {
    let found = try identifiers(
      approvals: Self.approvals.replacing("  images/bleib.png", with: "  images/other.png"))
    #expect(found.keys.sorted() == ["en", "ja"])
  }

  @Test("warn of each language and environment in which Apple did not approve a message")
  func approved() throws {
    let found = try identifiers()
    let images = (1...3).map { "00000000-0000-8000-8000-00000000000\($0): approved" }
    func states(_ german: String) -> String {
      """
        messages:
          \(found["en"] ?? ""): approved
          \(found["de"] ?? ""): \(german)
          \(found["ja"] ?? ""): approved
        images: { \(images.joined(separator: ", ")) }
      """
    }
    let half = try snapshot(
      approvals: "\(Self.approvals)\nproduction:\n\(states("rejected"))\nsandbox:\n"
        + states("approved"))
    #expect(
      half.report.diagnostics.map(\.message) == [
        "Apple did not approve this message, so it is not sent (production: de)"
      ])
    let states = try #require(half.snapshot.retentionStates[.production])
    let message = try #require(half.snapshot.retention["stay"])
    let locales = half.snapshot.app.locales
    // German is not approved, so that its readers get the default language.
    #expect(
      message.text(for: "de-AT", among: locales, approvedBy: states)?.header == "Stay with us")
    #expect(message.text(for: "ja-JP", among: locales, approvedBy: states)?.header == "残りませんか")
    let sandbox = try #require(half.snapshot.retentionStates[.sandbox])
    #expect(
      message.text(for: "de-AT", among: locales, approvedBy: sandbox)?.header == "Bleib bei uns")
    #expect(message.text(for: "de", among: locales, approvedBy: RetentionStates()) == nil)
  }

  @Test("do not take a message for approved while one of its images is not")
  func unapprovedImage() throws {
    let found = try identifiers()
    let message = try #require(try snapshot().snapshot.retention["stay"])
    let states = RetentionStates(
      messages: [found["en"] ?? "": .approved],
      images: [
        "00000000-0000-8000-8000-000000000001": .approved,
        "00000000-0000-8000-8000-000000000003": .pending,
      ])
    #expect(message.text(for: "en", among: ["en"], approvedBy: states) == nil)
  }
}
