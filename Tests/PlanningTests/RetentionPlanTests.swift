import PaywallCatalog
import Planning
import TestSupport
import Testing

/// Messages before cancelling, in a plan.
@Suite struct RetentionPlanTests {
  private static let path = "Paywalls/retention/stay.yaml"
  private static let message = """
    header: { en: Stay with us, de: Bleib bei uns }
    body: { en: Your recordings stay., de: Deine Aufnahmen bleiben. }
    offer: loyalty
    """

  /// The sample with a running experiment at `cancel` that compares a message with none.
  private static let base = Folder(
    files: Folder.lumen.files
      .replacing(
        "  gallery:", with: "  cancel: { default: stay }\n  gallery:",
        in: "Paywalls/targeting/placements.yaml"
      )
      .with([
        path: message,
        "Experiments/saving.yaml": """
        status: running
        placement: cancel
        seed: 4c4c4c4c
        variants:
          control: { share: 50%, paywall: nothing }
          stay: { share: 50%, paywall: stay }
        from: 2026-11-02T09:00Z
        """,
      ]))

  private func plan(_ old: String, _ new: String) throws -> (lines: [String], breaches: [Breach]) {
    let base = try Self.base.load()
    let head = try Folder(files: Self.base.files.replacing(old, with: new, in: Self.path)).load()
    return (
      changes(from: base, to: head).flatMap { change in
        change.details.map { "\(change.sign.rawValue) \(change.kind.rawValue) \(change.id): \($0)" }
      }, breaches(from: base, to: head, at: today)
    )
  }

  @Test("a changed text is said by its language, and mixes the results of a running experiment")
  func text() throws {
    let (lines, breaches) = try plan("Bleib bei uns", "Bleib doch")
    #expect(lines == [#"~ message stay: header.de "Bleib bei uns" → "Bleib doch""#])
    #expect(breaches.map(\.code) == [.contentChanged])
    #expect(breaches.map(\.file) == [Self.path] && breaches.map(\.keys) == [["header"]])
  }

  @Test("another offer of a message is a frozen term of a running experiment")
  func offer() throws {
    let (lines, breaches) = try plan("offer: loyalty", "product: pro_monthly")
    #expect(
      lines == [
        "~ message stay: is text with the product 'pro_monthly' instead of text with the offer "
          + "'loyalty'"
      ])
    #expect(breaches.map(\.code) == [.frozenChanged] && breaches.map(\.severity) == [.error])
    #expect(breaches.map(\.file) == [Self.path])
  }

  @Test("an identifier that a command wrote changes nothing")
  func identifier() throws {
    let base = try Self.base.load()
    var head = base
    head.retention["stay"]?.texts["de"]?.identifier = "00000000-0000-8000-8000-000000000001"
    #expect(changes(from: base, to: head) == [])
    #expect(breaches(from: base, to: head, at: today) == [])
  }
}
