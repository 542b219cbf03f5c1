import PaywallCatalog

/// How many visitors an experiment enrols and what they see, in sentences. Shares of those who match
/// the audience, whose number is not known here.
struct Reach {
  let experiment: Experiment
  let snapshot: Snapshot

  /// Of 1,000 visitors who match the audience and are not held out, how many enter.
  var entering: Int { Self.rounded(enrolled) }

  /// `Of 1,000 visitors who match 'britishIsles', 200 enter: 100 see standard (control), …`
  var sentence: String {
    let seeing = zip(experiment.variants, experiment.ranges).map { variant, range in
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

  /// In hundred millionths: buckets of the slice times open buckets.
  private var enrolled: Int {
    sliceWidth * experiment.ranges.reduce(0) { $0 + $1.open.count }
  }

  private var sliceWidth: Int {
    experiment.layer == nil ? 10_000 : experiment.slice.end - experiment.slice.start
  }

  private static func rounded(_ product: Int) -> Int { (product + 50_000) / 100_000 }
}

extension Variant {
  /// What it shows: a paywall, or one at each placement.
  var words: String {
    switch shows {
    case .everywhere(let show): show.description
    case .perPlacement(let shows):
      shows.sorted { $0.key < $1.key }.map { "\($0.value) at \($0.key)" }.joined(separator: ", ")
    }
  }
}
