internal import PaywallCatalog

extension ValidationRule {
  /// All seeds differ: two draws with one seed are the same draw.
  static let distinctSeeds = ValidationRule { draft, sink in
    var seeds: [(seed: String, place: Place)] = []
    if let holdout = draft.holdout { seeds.append((holdout.value.seed, holdout.places[.seed])) }
    seeds += draft.layers.map { ($0.value.seed, $0.places[.seed]) }
    seeds += draft.experiments.compactMap { experiment in
      experiment.value.seed.map { ($0, experiment.places[.seed]) }
    }
    var first: [String: Place] = [:]
    for (seed, place) in seeds {
      guard let other = first[seed] else {
        first[seed] = place
        continue
      }
      sink.error(
        .duplicate, at: place, "the seed \(seed) is used on \(other.line) too",
        help: "write eight random hexadecimal digits of its own, unless it is running: then "
          + "change the other one")
    }
  }
}
