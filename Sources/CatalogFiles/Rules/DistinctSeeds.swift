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
    for (seed, other) in seeds.repeated(by: \.seed) {
      sink.error(
        .duplicate, at: seed.place, "the seed \(seed.seed) is used on \(other.place.line) too",
        help: "write eight random hexadecimal digits of its own, unless it is running: then "
          + "change the other one")
    }
  }
}
