import CatalogFiles
import Testing
import YAMLText

@Suite struct FormerNameTests {
  @Test func `former names of metrics become today's, and every other byte stays`() throws {
    let text = """
      # what decides
      metrics:
        primary: { trialStart: { window: P3D } }   # a week
        secondary: [purchase, paidRate]
        guardrails: [ refundRate ]
      title: purchase

      """
    let (document, _) = Document.parse(Array(text.utf8), path: "Experiments/a.yaml")
    let edits = FormerNames.edits(of: document, path: "Experiments/a.yaml")
    let edited = try document.applying(edits).source.text
    #expect(
      edited == """
        # what decides
        metrics:
          primary: { startRate: { window: P3D } }   # a week
          secondary: [paidRate, paidRate]
          guardrails: [ refundShare ]
        title: purchase

        """)
    #expect(FormerNames.edits(of: document, path: "Paywalls/a.yaml").isEmpty)
  }
}
