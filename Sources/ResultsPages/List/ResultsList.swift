package import ExperimentReports
import ExperimentResults
import HTTPDocuments
package import PaywallCatalog

/// All experiments that have begun, with their verdicts.
package struct ResultsList: Sendable {
  package var rows: [Row]
  package var asOf: Timestamp
  /// The environment of the purchases that are shown.
  package var environment: AppStoreEnvironment
  package var reader: ResultsReader

  package struct Row: Sendable {
    package var id: String
    package var title: String?
    package var isRunning: Bool
    package var stage: String
    package var placements: [String]
    package var outcome: Outcome

    package init(
      id: String, title: String?, isRunning: Bool, stage: String, placements: [String],
      outcome: Outcome
    ) {
      self.id = id
      self.title = title
      self.isRunning = isRunning
      self.stage = stage
      self.placements = placements
      self.outcome = outcome
    }
  }

  package enum Outcome: Sendable {
    case report(ExperimentReport)
    /// Still being computed.
    case waiting
    /// Too many others are being computed.
    case notComputed
    case failed
  }

  package init(
    rows: [Row], asOf: Timestamp, environment: AppStoreEnvironment, for reader: ResultsReader
  ) {
    self.rows = rows
    self.asOf = asOf
    self.environment = environment
    self.reader = reader
  }

  package var html: String {
    let groups = [
      ("running", "Running", rows.filter(\.isRunning)),
      ("others", "Paused and ended", rows.filter { !$0.isRunning }),
    ]
    var sections = groups.filter { !$0.2.isEmpty }.map(section)
    if sections.isEmpty {
      sections = [
        """
        <section><h2>No experiment has begun</h2><p class="note">Start one with <code>paywall experiment start</code>.</p></section>
        """
      ]
    }
    let body: Markup = """
      <a class="skip" href="#experiments">Skip to the experiments</a>
      <header>
      \(reader.links(at: "/results", showing: environment))
      <h1>Results of experiments</h1>
      <ul class="facts"><li>numbers of \(text: ResultsWords.minute(asOf))</li></ul>
      </header>
      <main id="experiments">
      \(sections)
      </main>
      """
    return Markup.document("Results of experiments", body).text
  }

  private func section(_ id: String, _ name: String, _ rows: [Row]) -> Markup {
    .section(
      id, name,
      """
      <table class="compared list">
      <caption class="hidden">\(text: name)</caption>
      <thead><tr><th scope="col">Experiment</th><th scope="col">Verdict</th><th scope="col" class="number">People</th><th scope="col">Running</th></tr></thead>
      <tbody>
      \(rows.map(row))
      </tbody>
      </table>
      """)
  }

  private func row(_ row: Row) -> Markup {
    let (address, seen) = ("/results/\(row.id)\(reader.query(for: environment))", row.seen)
    let words = "\(row.id) · \(row.placements.joined(separator: ", "))"
    return """
      <tr><th scope="row"><a href="\(text: address)">\(text: row.title ?? row.id)</a><br><small>\(text: words)</small></th><td class="change \(text: seen.tone.rawValue)" data-name="Verdict"><span class="pill">\(text: seen.verdict)</span><br><small>\(text: seen.sentence)</small></td><td class="number" data-name="People">\(text: seen.people)</td><td data-name="Running">\(text: seen.running)</td></tr>

      """
  }
}

extension ResultsList.Row {
  fileprivate typealias Seen = (
    verdict: String, sentence: String, tone: Tone, people: String, running: String
  )

  fileprivate var seen: Seen {
    switch outcome {
    case .report(let report):
      let (decision, persons) = (report.verdict.decision, report.variants.map(\.persons))
      let days = report.startedAt.map {
        ", \(ResultsWords.counted(max(0, report.asOf.days(since: $0)), "day"))"
      }
      return (
        decision.words, report.verdict.sentence, decision.tone,
        Wording.count(persons.reduce(0, +)), "\(stage)\(days ?? "")"
      )
    case .waiting:
      return ("being computed", "Load the page again in a few seconds.", .calm, "–", stage)
    case .notComputed:
      let sentence = "Others are computed first; open the experiment to compute it now."
      return ("no verdict yet computed", sentence, .calm, "–", stage)
    case .failed:
      let sentence = "The ledger cannot be read now; the log says why."
      return ("not computed", sentence, .bad, "–", stage)
    }
  }
}
