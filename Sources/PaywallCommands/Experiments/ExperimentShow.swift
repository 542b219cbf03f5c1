import ArgumentParser
import CommandSupport
import HTTPDocuments
import PaywallCatalog
import PaywallDecisions

/// `paywall experiment show ID`.
struct ExperimentShow: PrintsAnswer {
  static let configuration = CommandConfiguration(
    "show", "Show one experiment: who is in it, what each variant shows, when it ends.",
    """
    If there is a ledger: how many units the phase exposed, what is unknown of them, and how many \
    decisions were served and claims made, by outcome. It is only read; the server may run beside \
    it.
    """,
    examples: "paywall experiment show annual-trial")

  @Argument(help: .experiment, completion: .experiments) var experiment: String
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var answer: AnswerOptions

  func printed(on console: Console) async throws -> Printed<ExperimentCard> {
    let snapshot = try ledger.configuration.load(for: console)
    let found = try snapshot.experiments.named(experiment, "experiment")
    var card = ExperimentCard(experiment: found, now: .now())
    card.exposures = try await ExposureCard(of: found, in: ledger, for: console)
    return Printed(card) { [card] in card.sheet(for: $0, named: snapshot.audiences) }
  }
}

extension ExperimentCard {
  /// - Parameter audiences: the audiences of the configuration, to spell out the one that is named.
  fileprivate func sheet(for console: Console, named audiences: [String: Audience]) -> String {
    let (stage, status) = (stage.rawValue, experiment.status.rawValue)
    var sheet = Sheet(console, title: experiment.id, subtitle: experiment.title)
    sheet.row("stage", stage == status ? stage : "\(stage) (status: \(status))")
    sheet.row("hypothesis", experiment.hypothesis)
    sheet.row("owner", experiment.owner)
    sheet.row("at", experiment.placements.joined(separator: ", "))
    sheet.row("audience", audiences[audience].map { "\(audience): \($0.condition)" } ?? audience)
    sheet.row("layer", experiment.layer.map { "\($0), slice \(experiment.slice)" })
    sheet.row("traffic", "\(traffic), by \(experiment.unit.rawValue)")
    for step in trafficSteps { sheet.row("", "\(step.share) from \(step.from.rfc3339)") }
    let seed = experiment.seed.map { "seed \($0)" } ?? "no seed yet"
    sheet.row("phase", "\(experiment.phase), \(seed)")
    sheet.row("schedule", schedule)
    sheet.row(
      "while paused",
      experiment.whilePaused == .control ? "shows control" : "keeps the variant")
    sheet.row(
      "after",
      experiment.after.rawValue + (experiment.winner.map { ", winner \($0)" } ?? ""))
    sheet.row("exposed", exposures?.words)
    sheet.row("counted", exposures?.countedWords)
    sheet.row("metrics", ([primaryMetric].compactMap { $0 } + guardrails).joined(separator: ", "))
    sheet.row("broken down", breakdowns.isEmpty ? nil : "by " + breakdowns.joined(separator: ", "))
    sheet.blank()
    sheet.text(
      Table(
        of: variants, ("VARIANT", \.variant.name), ("SHARE", \.variant.share.description),
        ("BUCKETS", \.open.description), ("SHOWS", \.words)
      ).text(for: console))
    return sheet.body
  }

  private var schedule: String? {
    switch (experiment.schedule.start?.rfc3339, experiment.schedule.end?.rfc3339) {
    case (nil, nil): nil
    case (let start?, nil): "from \(start)"
    case (nil, let end?): "until \(end)"
    case (let start?, let end?): "\(start) to \(end)"
    }
  }
}

extension ExperimentCard.VariantCard {
  /// The paywall if all placements show the same, else each placement with its own.
  fileprivate var words: String {
    let shows = shows
    let distinct = Set(shows.values)
    if let only = distinct.first, distinct.count == 1 { return only }
    return shows.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: ", ")
  }
}
