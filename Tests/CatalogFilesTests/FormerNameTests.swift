import CatalogFiles
import Testing
import YAMLText

@Suite struct FormerNameTests {
  @Test func `former names of metrics become today's, and every other byte stays`() {
    let text = """
      # what decides
      metrics:
        primary: { trialStart: { window: P3D } }   # a week
        secondary: [purchase, paidRate]
        guardrails: [ refundRate ]
      title: purchase

      """
    #expect(
      renamed(text, "Experiments/a.yaml") == """
        # what decides
        metrics:
          primary: { startRate: { window: P3D } }   # a week
          secondary: [paidRate, paidRate]
          guardrails: [ refundShare ]
        title: purchase

        """)
    #expect(renamed(text, "Paywalls/a.yaml") == text)
  }

  @Test func `times leave their mapping with their comments, and stay if one would be lost`() {
    #expect(
      renamed(
        "status: stopped\nschedule: { start: 2026-12-01T09:00Z, end: 2026-12-22T09:00Z }   # frozen\n",
        "Experiments/a.yaml")
        == "status: stopped\nfrom: 2026-12-01T09:00Z                                          # frozen\nuntil: 2026-12-22T09:00Z\n"
    )
    #expect(
      renamed(
        "# over\nschedule:\n  end: 2026-12-22T09:00Z\nafter: keep\n", "Experiments/a.yaml")
        == "# over\nuntil: 2026-12-22T09:00Z\nafter: keep\n")
    #expect(
      renamed(
        "offers:\n  a:\n    window: { from: 2026-12-01T00:00Z }\n    kind: winBack\n",
        "Paywalls/store/offers.yaml")
        == "offers:\n  a:\n    from: 2026-12-01T00:00Z\n    kind: winBack\n")
    for text in [
      "schedule:\n  start: 2026-12-01T09:00Z # Monday\n", "schedule: {}\n",
      "from: 2026-12-01T09:00Z\nschedule: { end: 2026-12-22T09:00Z }\n",
      "schedule: { start: [1] }\n",
    ] {
      #expect(renamed(text, "Experiments/a.yaml") == text)
    }
  }

  @Test func `a key is found in its former form`() {
    let (former, _) = Document.parse(
      Array("schedule: { start: 2026-12-01T09:00Z }\n".utf8), path: "Experiments/a.yaml")
    #expect(FormerNames.path(of: ["from"], in: former) == ["schedule", "start"])
    #expect(FormerNames.path(of: ["until"], in: former) == ["schedule", "end"])
    #expect(FormerNames.path(of: ["status"], in: former) == ["status"])
    let (today, _) = Document.parse(
      Array("from: 2026-12-01T09:00Z\n".utf8), path: "Experiments/a.yaml")
    #expect(FormerNames.path(of: ["until"], in: today) == ["until"])
  }

  /// Renames as `fmt` does: what is refused stays.
  private func renamed(_ text: String, _ path: String) -> String {
    let (document, _) = Document.parse(Array(text.utf8), path: path)
    return FormerNames.edits(of: document, path: path).reduce(document) {
      (try? $0.applying($1)) ?? $0
    }.source.text
  }
}
