import PaywallAPI
import PaywallCatalog

/// An experiment as the commands print it.
struct ExperimentCard: Encodable {
  var id: String
  var title: String?
  var hypothesis: String?
  var owner: String?
  var status: String
  /// Computed from the status and the schedule at the time of the command.
  var stage: String
  var placements: [String]
  var audience: String
  var layer: String?
  /// Of the layer, `0%-40%`.
  var slice: String?
  /// The share that is enrolled at the time of the command, or when it starts.
  var traffic: String
  /// The steps that are still to come; absent if there are none.
  var trafficSteps: [StepCard]?
  var unit: String
  var seed: String?
  var phase: Int
  var variants: [VariantCard]
  var start: String?
  var end: String?
  var whilePaused: String
  var after: String
  var winner: String?
  var primaryMetric: String?
  var guardrails: [String]
  var breakdowns: [String]
  /// Of the phase; `nil` without a ledger.
  var exposures: ExposureCard?
  /// Of the results, in the list; `nil` without a ledger, and before the start.
  var persons: Int?
  var verdict: String?

  struct StepCard: Encodable {
    var from: String
    var share: String
  }

  struct VariantCard: Encodable {
    var name: String
    var share: String
    /// What it shows by placement; `nothing` is a valid answer.
    var shows: [String: String]
    /// The half-open range of buckets 0…10000 that is enrolled now.
    var openBuckets: [Int]
  }

  init(_ experiment: Experiment, at now: Timestamp) {
    id = experiment.id
    title = experiment.title
    hypothesis = experiment.hypothesis
    owner = experiment.owner
    status = experiment.status.rawValue
    stage = experiment.stage(at: now).rawValue
    placements = experiment.placements
    audience = experiment.audience?.description ?? Condition.everyone
    layer = experiment.layer
    slice = experiment.layer.map { _ in experiment.slice.description }
    let opening = experiment.opening(from: now)
    traffic = experiment.traffic(at: opening).description
    let steps = experiment.coming(after: now).map {
      StepCard(from: $0.from.rfc3339, share: $0.share.description)
    }
    trafficSteps = steps.isEmpty ? nil : steps
    unit = experiment.unit.rawValue
    seed = experiment.seed
    phase = experiment.phase
    variants = zip(experiment.variants, experiment.ranges(at: opening)).map { variant, range in
      VariantCard(
        name: variant.name, share: variant.share.description,
        shows: Dictionary(
          experiment.placements.map { ($0, variant.show(at: $0)?.description ?? "?") },
          uniquingKeysWith: { first, _ in first }),
        openBuckets: [range.open.lowerBound, range.open.upperBound])
    }
    start = experiment.schedule.start?.rfc3339
    end = experiment.schedule.end?.rfc3339
    whilePaused = experiment.whilePaused.rawValue
    after = experiment.after.rawValue
    winner = experiment.winner
    primaryMetric = experiment.metrics.primary?.name.rawValue
    guardrails = experiment.metrics.guardrails.map(\.name.rawValue)
    breakdowns = experiment.metrics.breakdowns.map(\.rawValue)
  }

  /// `50%`, or `10% → 50%` while steps are to come.
  var trafficWords: String { traffic + (trafficSteps?.last.map { " → \($0.share)" } ?? "") }

  /// Whether anyone can have been exposed.
  var hasBegun: Bool { stage == "running" || stage == "paused" || stage == "ended" }

  /// Live ones first, then those to come, then those that are over.
  var rank: Int {
    ["running", "paused", "scheduled", "draft", "ended", "archived"].firstIndex(of: stage) ?? 9
  }
}

extension ExperimentCard {
  static let schema = Schema.object([
    .always("id", .text), .maybe("title", .text), .maybe("hypothesis", .text),
    .maybe("owner", .text), .always("status", .words(of: ExperimentStatus.self)),
    .always(
      "stage", .words(of: Stage.self), "By the status and the schedule, now or at the time of --at."
    ),
    .always("placements", .list(of: .text)), .always("audience", .text, "A name or a condition."),
    .maybe("layer", .text), .maybe("slice", .text, "Of the layer, `0%-40%`."),
    .always("traffic", .share, "What is enrolled now, or when it starts."),
    .maybe(
      "trafficSteps",
      .list(of: .object([.always("from", .moment), .always("share", .share)])),
      "The steps that are still to come."),
    .always("unit", .words(of: Unit.self)), .maybe("seed", .text),
    .always("phase", .integer(from: 1)), .always("variants", .list(of: VariantCard.schema)),
    .maybe("start", .moment), .maybe("end", .moment),
    .always("whilePaused", .words(of: WhilePaused.self)),
    .always("after", .words(of: AfterEnd.self)), .maybe("winner", .text),
    .maybe("primaryMetric", .text), .always("guardrails", .list(of: .text)),
    .always("breakdowns", .list(of: .text), "Planned ones, of the primary metric."),
    .maybe("persons", .count, "Of the results, in the list, if there is a ledger."),
    .maybe("verdict", .text, "Of the results, in the list: `Ship trial`."),
    .maybe("exposures", ExposureCard.schema, "Of the phase in production, if there is a ledger."),
  ])
}

extension ExperimentCard.VariantCard {
  fileprivate static let schema = Schema.object([
    .always("name", .text), .always("share", .share),
    .always("shows", .map(to: .text), "By placement: a paywall, or `nothing`."),
    .always(
      "openBuckets", .list(of: .integer(from: 0, to: 10_000), atMost: 2),
      "The half-open range of buckets that is enrolled now."),
  ])
}
