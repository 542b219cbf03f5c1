import PaywallCatalog

/// The number of visitors whom an experiment enrols and what they see, in sentences: shares of the
/// visitors who match the audience, whose total is not known here.
struct Reach {
  let experiment: Experiment
  let snapshot: Snapshot
  let now: Timestamp

  /// The visitors who enter, of 1,000 who match the audience and are not held out.
  var entering: Int { Self.rounded(enrolled) }

  /// `Of 1,000 visitors who match 'britishIsles', 200 enter: 100 see standard (control), …`
  var sentence: String {
    let seeing = zip(experiment.variants, ranges).map { variant, range in
      "\(Self.rounded(range.open.count * sliceWidth)) see \(variant.words) (\(variant.name))"
    }
    return "Of 1,000 visitors who \(who), \(entering) enter: \(seeing.joined(separator: ", "))."
  }

  /// `match 'britishIsles' and are not held out`.
  var who: String {
    let audience =
      switch experiment.audience {
      case nil: "come"
      case .audience(Condition.everyone)?: "come"
      case .audience(let name)?: "match '\(name)'"
      case let condition?: "match (\(condition))"
      }
    return snapshot.holdout == nil ? audience : "\(audience) and are not held out"
  }

  /// The enrolled share in hundred millionths: buckets of the slice times open buckets.
  private var enrolled: Int {
    sliceWidth * ranges.reduce(0) { $0 + $1.open.count }
  }

  private var ranges: [VariantRange] { experiment.ranges(at: experiment.opening(from: now)) }

  private var sliceWidth: Int {
    experiment.layer == nil ? 10_000 : experiment.slice.end - experiment.slice.start
  }

  private static func rounded(_ product: Int) -> Int { (product + 50_000) / 100_000 }
}

extension Experiment {
  /// Returns now, or the moment at which it starts.
  func opening(from now: Timestamp) -> Timestamp { schedule.start.map { max(now, $0) } ?? now }

  /// Returns the steps of its traffic that have not begun yet.
  func coming(after now: Timestamp) -> [Traffic.Step] {
    traffic.steps(in: schedule).filter { $0.from > opening(from: now) }
  }

  /// Returns `Traffic grows to 20% at 2026-12-01T09:00:00Z, to 50% at …`; `nil` if no step remains.
  func growth(after now: Timestamp) -> String? {
    let steps = coming(after: now).map { "to \($0.share) at \($0.from.rfc3339)" }
    return steps.isEmpty ? nil : "Traffic grows \(steps.joined(separator: ", "))."
  }
}

extension Variant {
  /// The content that it shows: a paywall, or one at each placement.
  var words: String {
    switch shows {
    case .everywhere(let show): show.description
    case .perPlacement(let shows):
      shows.sorted { $0.key < $1.key }.map { "\($0.value) at \($0.key)" }.joined(separator: ", ")
    }
  }
}
