import ArgumentParser
import CommandSupport
import ExperimentReports
import ExperimentResults
import HTTPDocuments
import PaywallCatalog
import PaywallServer
import ResultsPages
import Serving

/// `paywall experiment list`.
struct ExperimentList: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "list", "List the experiments, the live ones first.",
    """
    Where there is a ledger, those that have begun have the number of persons and the verdict of \
    'paywall experiment results'.
    """,
    examples: "paywall experiment list",
    "paywall experiment list --status running --status scheduled",
    "paywall experiment list --at 'monday 9:00'",
    "paywall experiment list --json | jq '.[] | select(.stage == \"running\") | .id'")

  @Option(help: "The moment to look at: \(Moment.examples); default: now.") var at: Moment?
  @Option(
    "stage",
    "Only those that are draft, scheduled, running, paused, ended or archived; may be repeated.")
  var status: [Stage] = []
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<[ExperimentCard]> {
    let snapshot = try ledger.configuration.load(for: console)
    let now = at?.timestamp ?? .now()
    var cards = snapshot.experiments.values
      .filter { status.isEmpty || status.contains($0.stage(at: now)) }
      .map { ExperimentCard(experiment: $0, now: now) }
      .sorted { ($0.rank, $0.experiment.id) < ($1.rank, $1.experiment.id) }
    let begun = cards.indices.filter { cards[$0].hasBegun }
    if at == nil, !begun.isEmpty, ledger.isThere || ledger.ledger != nil {
      do {
        let reports = try await ledger.reports(
          begun.map { ResultsQuestion(cards[$0].experiment.id) }, snapshot)
        for (index, report) in zip(begun, reports) {
          cards[index].persons = report.variants.reduce(0) { $0 + $1.persons }
          cards[index].verdict = report.verdict.decision.words
        }
      } catch let failure as Failure {
        console.note("note: people and verdicts are left out: \(failure.message)")
      }
    }
    let table = Printed(
      list: cards,
      none: status.isEmpty ? "There are no experiments. One is a file in Experiments/." : nil,
      Self.columns(withResults: cards.contains { $0.verdict != nil }))
    return .parts(cards) { console in
      if let at, at.zone != nil { console.write(console.faint("At \(at.words)")) }
      try table.write(console)
    }
  }

  private static func columns(withResults: Bool) -> [Table.Column<ExperimentCard>] {
    let results: [Table.Column<ExperimentCard>] = [
      ("PERSONS", { $0.persons?.grouped ?? "" }), ("VERDICT", { $0.verdict ?? "" }),
    ]
    return [("EXPERIMENT", \.experiment.id), ("STAGE", \.stage.rawValue)]
      + (withResults ? results : []) + [
        ("AT", { $0.experiment.placements.joined(separator: ", ") }), ("TRAFFIC", \.trafficWords),
        (
          "VARIANTS",
          { $0.experiment.variants.map { "\($0.name) \($0.share)" }.joined(separator: ", ") }
        ),
        ("TITLE", { $0.experiment.title ?? "" }),
      ]
  }
}

extension Stage: ExpressibleByArgument {
  /// Reads a stage; the status 'stopped' is the stage 'ended'.
  package init?(argument: String) {
    self.init(rawValue: argument == "stopped" ? "ended" : argument)
  }
}
