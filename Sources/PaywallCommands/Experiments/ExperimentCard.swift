import CommandSupport
import HTTPDocuments
import PaywallCatalog

/// An experiment as the commands print it.
struct ExperimentCard: Card {
  let experiment: Experiment
  let now: Timestamp
  /// The exposures of the phase; `nil` without a ledger.
  var exposures: ExposureCard?
  /// The persons in the results, in the list; `nil` without a ledger, and before the start.
  var persons: Int?
  var verdict: String?

  static let members = Members<Self> {
    $0.always("id", .text) { $0.experiment.id }
    $0.maybe("title", .text) { $0.experiment.title }
    $0.maybe("hypothesis", .text) { $0.experiment.hypothesis }
    $0.maybe("owner", .text) { $0.experiment.owner }
    $0.always("status") { $0.experiment.status }
    $0.always("stage", "By the status and the schedule, now or at the time of --at.") { $0.stage }
    $0.always("placements", .list(of: .text)) { $0.experiment.placements }
    $0.always("audience", .text, "A name or a condition.") { $0.audience }
    $0.maybe("layer", .text) { $0.experiment.layer }
    $0.maybe("slice", .text, "Of the layer, `0%-40%`.") { $0.slice }
    $0.always("traffic", .share, "What is enrolled now, or when it starts.") { $0.traffic }
    $0.maybe("trafficSteps", "The steps that are still to come.") {
      $0.trafficSteps.isEmpty ? nil : $0.trafficSteps
    }
    $0.always("unit") { $0.experiment.unit }
    $0.maybe("seed", .text) { $0.experiment.seed }
    $0.always("phase", .integer(from: 1)) { $0.experiment.phase }
    $0.always("variants", .list(of: VariantCard.schema)) { $0.variants }
    $0.maybe("start", .moment) { $0.experiment.schedule.start?.rfc3339 }
    $0.maybe("end", .moment) { $0.experiment.schedule.end?.rfc3339 }
    $0.always("whilePaused") { $0.experiment.whilePaused }
    $0.always("after") { $0.experiment.after }
    $0.maybe("winner", .text) { $0.experiment.winner }
    $0.maybe("primaryMetric", .text) { $0.primaryMetric }
    $0.always("guardrails", .list(of: .text)) { $0.guardrails }
    $0.always("breakdowns", "Planned ones, of the primary metric.") { $0.breakdowns }
    $0.maybe("persons", .count, "Of the results, in the list, if there is a ledger.") { $0.persons }
    $0.maybe("verdict", .text, "Of the results, in the list: `Ship trial`.") { $0.verdict }
    $0.maybe("exposures", "Of the phase in production, if there is a ledger.") { $0.exposures }
  }

  struct VariantCard: Card {
    let variant: Variant
    let placements: [String]
    /// The buckets of 10,000 that are enrolled now.
    let open: Range<Int>

    static let members = Members<Self> {
      $0.always("name", .text) { $0.variant.name }
      $0.always("share", .share) { $0.variant.share.description }
      $0.always("shows", .map(to: .text), "By placement: a paywall, or `nothing`.") { $0.shows }
      $0.always(
        "openBuckets", .list(of: .integer(from: 0, to: 10_000), atMost: 2),
        "The half-open range of buckets that is enrolled now."
      ) { [$0.open.lowerBound, $0.open.upperBound] }
    }

    var shows: [String: String] {
      Dictionary(
        placements.map { ($0, variant.show(at: $0)?.description ?? "?") },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension Traffic.Step: Card {
  static let members = Members<Self> {
    $0.always("from") { $0.from }
    $0.always("share", .share) { $0.share.description }
  }
}

extension ExperimentCard {
  var stage: Stage { experiment.stage(at: now) }
  var audience: String { experiment.audience?.description ?? Condition.everyone }
  var slice: String? { experiment.layer.map { _ in experiment.slice.description } }
  var primaryMetric: String? { experiment.metrics.primary?.name.rawValue }
  var guardrails: [String] { experiment.metrics.guardrails.map(\.name.rawValue) }
  var breakdowns: [String] { experiment.metrics.breakdowns.map(\.rawValue) }

  /// The present, or the moment at which it starts.
  private var opening: Timestamp { experiment.opening(from: now) }

  /// The share that is enrolled at the opening.
  var traffic: String { experiment.traffic(at: opening).description }

  /// The steps that have not begun yet.
  var trafficSteps: [Traffic.Step] { experiment.coming(after: now) }

  var variants: [VariantCard] {
    zip(experiment.variants, experiment.ranges(at: opening)).map { variant, range in
      VariantCard(variant: variant, placements: experiment.placements, open: range.open)
    }
  }

  /// The share, `50%`, or `10% → 50%` while later steps remain.
  var trafficWords: String { traffic + (trafficSteps.last.map { " → \($0.share)" } ?? "") }

  /// True if anyone can have been exposed.
  var hasBegun: Bool { [.running, .paused, .ended].contains(stage) }

  /// The position in the list: live experiments first, then future ones, then past ones.
  var rank: Int {
    [.running, .paused, .scheduled, .draft, .ended, .archived].firstIndex(of: stage) ?? 9
  }
}
