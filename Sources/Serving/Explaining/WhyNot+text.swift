import PaywallCatalog
import PaywallDecisions

extension WhyNot {
  /// One or two sentences for people.
  package var text: String {
    switch cause {
    case .enrolled(let variant, let recorded):
      "The visitor is in \(experiment) and sees its variant '\(variant)'"
        + (recorded ? ", as recorded earlier." : ".")
    case .forced(let variant): "A preview token shows the variant '\(variant)' of \(experiment)."
    case .won(let variant):
      "\(experiment) has ended and its winner '\(variant)' is shown to all visitors in its audience."
    case .unknownPlacement: "There is no placement '\(placement)'; the fallback is shown."
    case .notAtPlacement: "\(experiment) is not at the placement '\(placement)'."
    case .stage(let stage, let window): "\(experiment) \(stage.sentence(window))."
    case .recordedElsewhere(let other):
      "The visitor keeps what was shown before: variant '\(other.variant)' of \(other.id), phase "
        + "\(other.phase). No visitor is enrolled in a second experiment at one placement."
    case .earlierPhase:
      "The visitor was in an earlier phase of \(experiment), and is not enrolled again."
    case .audience(let failed): audienceText(failed)
    case .noUnit: "No id was sent that \(experiment) could draw by."
    case .invalidUnit:
      "The id that \(experiment) draws by is neither text nor an integer of at most 2^53 - 1."
    case .noSeed: "\(experiment) has no seed; 'paywall experiment start' writes one."
    case .outsideSlice(let draw):
      "\(draw.unit) draws bucket \(draw.bucket) in the layer, and \(experiment) owns "
        + "\(draw.ranges.first?.open.buckets ?? "none")."
    case .outsideTraffic(let draw): trafficText(draw)
    case .heldOut(let draw):
      "The visitor is held out of all experiments"
        + (draw.map {
          ": \($0.unit) draws bucket \($0.bucket), and \($0.ranges.first?.open.buckets ?? "none") "
            + "are held out."
        } ?? ".")
    case .ledgerUnavailable:
      "The ledger was unavailable, and no visitor is enrolled in \(experiment) on a guess."
    case .behind(let other):
      "\(experiment) would take the visitor, but "
        + (other.map { "variant '\($0.variant)' of \($0.id) came first." }
          ?? "another answer came first.")
    case .silentVariant(let variant):
      "The visitor draws variant '\(variant)', which shows nothing of its own at '\(placement)'."
    }
  }

  private func audienceText(_ failed: [FailedCondition]) -> String {
    let start = "The visitor is not in the audience of \(experiment)"
    guard let first = failed.first else { return start + "." }
    guard failed.count > 1 else { return "\(start): \(first.sentence)." }
    return "\(start), for all of these: \(failed.map(\.sentence).joined(separator: "; "))."
  }

  private func trafficText(_ draw: Draw) -> String {
    let start = "\(draw.unit) draws bucket \(draw.bucket)"
    guard let range = draw.ranges.first(where: { $0.full.contains(draw.bucket) }) else {
      return "\(start), which no variant of \(experiment) owns."
    }
    return "\(start), which belongs to variant '\(range.variant ?? "")', but traffic opens only "
      + "\(range.open.buckets) of its \(range.full.buckets)."
  }
}

extension FailedCondition {
  fileprivate var sentence: String {
    let name = attribute ?? "a value"
    switch (truth, saw) {
    case (.true, let saw?): return "it excludes visitors with '\(condition)', and saw \(saw)"
    case (.true, nil): return "it excludes visitors with '\(condition)'"
    case (_, let saw?): return "it asks for '\(condition)', and saw \(saw)"
    case (.unknown, nil):
      let cause =
        name.utf8.starts(with: Attribute.ledgerPrefix.utf8)
        ? "is not known without verified history"
        : name == "daysSinceInstall"
          ? "follows from firstSeen, which was not sent" : "was not sent or cannot be read"
      return "it asks about '\(condition)', and \(name) \(cause)"
    case (.false, nil): return "it asks for '\(condition)', and saw no \(name)"
    }
  }
}

extension Stage {
  fileprivate func sentence(_ window: TimeWindow) -> String {
    switch self {
    case .draft: return "is a draft and enrols no visitors"
    case .scheduled: return "starts at \(window.start?.rfc3339 ?? "a later time")"
    case .running: return "is running"
    case .paused: return "is paused and enrols no visitors"
    case .ended: return "has ended" + (window.end.map { " (its end is \($0.rfc3339))" } ?? "")
    case .archived: return "is archived"
    }
  }
}

extension Range<Int> {
  /// `buckets 0 to 3999`, both included.
  fileprivate var buckets: String {
    isEmpty ? "no buckets" : "buckets \(lowerBound) to \(upperBound - 1)"
  }
}
