import PaywallCatalog

func moment(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: .min)
}

/// Configurations of simulations: nothing but experiments, layers and the holdout.
enum Simulated {
  static let now = moment("2026-12-10T12:00Z")

  static func points(_ value: Int) -> BasisPoints { BasisPoints(value) ?? .none }

  static func slice(_ start: Int, _ end: Int) -> Slice {
    Slice(start: points(start), end: points(end)) ?? .whole
  }

  static func experiment(
    _ id: String, shares: [Int] = [5000, 5000], change: (inout Experiment) -> Void = { _ in }
  ) -> Experiment {
    var experiment = Experiment(
      id: id, status: .running, placements: [id], seed: "seed-\(id)",
      variants: shares.enumerated().map { number, share in
        Variant(
          name: number == 0 ? "control" : "v\(number)", share: points(share),
          shows: .everywhere(.paywall("wall\(number)")))
      })
    change(&experiment)
    return experiment
  }

  static func snapshot(
    _ experiments: [Experiment], layers: [String] = ["pricing", "wording"], holdout: Int? = nil
  ) -> Snapshot {
    let placements = Set(experiments.flatMap(\.placements))
    return Snapshot(
      app: App(bundleId: "com.example.lumen", environments: [.production], locales: ["en"]),
      schema: AttributeSchema(declared: [], groups: []),
      placements: Dictionary(
        uniqueKeysWithValues: placements.map { ($0, Placement(id: $0, default: .nothing)) }),
      layers: Dictionary(
        uniqueKeysWithValues: layers.map {
          ($0, Layer(name: $0, unit: .visitor, seed: "layer-\($0)"))
        }),
      holdout: holdout.map { Holdout(share: points($0), seed: "holdout") },
      experiments: Dictionary(uniqueKeysWithValues: experiments.map { ($0.id, $0) }), release: "")
  }
}
