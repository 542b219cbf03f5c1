import ExperimentResults
package import PaywallCatalog
import PaywallDecisions

extension Simulation {
  /// About a minute; more visitors add no information.
  package static let mostVisitors = 100_000_000
}

extension Snapshot {
  /// Draws simulated visitors for an experiment as if it were running, whatever its stage. `seed`
  /// is used if the experiment has none yet. `progress` is called from time to time with the number
  /// of finished visitors.
  ///
  /// - Parameter perDay: how many arrive a day while traffic grows by steps: each enters by the share
  ///   of the moment of their arrival. Without it, they arrive until the end.
  package func simulate(
    experiment id: String, visitors: Int, perDay: Double? = nil, seed: String? = nil,
    at now: Timestamp,
    progress: (Int) -> Void = { _ in }
  ) throws(SimulationRefusal) -> Simulation {
    guard let experiment = experiments[id], experiment.id.utf8.elementsEqual(id.utf8) else {
      throw .unknownExperiment(id)
    }
    guard (1...Simulation.mostVisitors).contains(visitors) else {
      throw .invalidVisitors(visitors)
    }
    let fallbackSeed = seed ?? "simulated-\(id)"
    var overlaps = overlaps(of: experiment, at: now)
    var draw = SimulatedDraw(experiment, fallbackSeed: fallbackSeed, overlaps: overlaps, in: self)
    let growth = Growth(of: experiment, after: now, visitors: visitors, perDay: perDay) {
      enrolmentRate(of: experiment, openTo: $0)
    }
    let arrivals = growth.map { Array(zip($0.parts.map(\.share), $0.numbers(of: visitors))) }
    let parts = arrivals ?? [(experiment.finalTraffic, 1..<visitors + 1)]
    let drawn = visitors - (growth?.late ?? 0)
    draw.run(parts, of: experiment, progress: progress)
    for index in overlaps.indices { overlaps[index].shared = draw.coEnrollment.counts[index] }
    let last = parts.last { !$0.1.isEmpty }?.0 ?? experiment.finalTraffic
    let widths = experiment.ranges(openTo: last).map(\.open.count)
    let expected = widths.indices.map { index in
      parts.reduce(0) { sum, part in
        sum + part.1.count * experiment.ranges(openTo: part.0)[index].open.count
      }
    }
    let rates = parts.map { enrolmentRate(of: experiment, openTo: $0.0) * Double($0.1.count) }
    return Simulation(
      experiment: id, stage: experiment.stage(at: now), seed: experiment.seed ?? fallbackSeed,
      usesFallbackSeed: experiment.seed == nil, visitors: drawn,
      layer: experiment.layer, slice: experiment.slice,
      outsideSlice: draw.outsideSlice, outsideTraffic: draw.outsideTraffic, heldOut: draw.heldOut,
      arms: zip(experiment.variants, zip(widths, draw.enrolled)).map {
        Simulation.Arm(variant: $0.name, openWidth: $1.0, visitors: $1.1)
      },
      sampleRatio: SampleRatio.check(observed: draw.enrolled, expected: expected),
      overlaps: overlaps, enrolmentRate: rates.reduce(0, +) / Double(drawn), growth: growth)
  }

  /// Slice × traffic × outside the holdout: three independent draws.
  private func enrolmentRate(
    of experiment: Experiment, openTo traffic: BasisPoints
  ) -> Double {
    let all = Double(Bucket.count)
    let slice =
      experiment.layer == nil ? all : Double(experiment.slice.end - experiment.slice.start)
    let open = Double(experiment.ranges(openTo: traffic).reduce(0) { $0 + $1.open.count })
    let held = Double(holdout?.share.value ?? 0)
    return slice / all * open / all * (all - held) / all
  }

  /// The other experiments that may enrol visitors, sorted by id, with their exclusions.
  private func overlaps(of experiment: Experiment, at now: Timestamp) -> [Simulation.Overlap] {
    let others = experiments.values.filter {
      $0.id != experiment.id && $0.stage(at: now).mayEnrol
    }
    return others.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }.map { other in
      let placements = other.placements.filter(experiment.placements.contains).sorted()
      return Simulation.Overlap(
        experiment: other.id, stage: other.stage(at: now), shared: 0,
        exclusion: exclusion(of: experiment, and: other, at: now, sharing: placements),
        placements: placements)
    }
  }

  private func exclusion(
    of experiment: Experiment, and other: Experiment, at now: Timestamp,
    sharing placements: [String]
  ) -> Simulation.Exclusion? {
    if let layer = experiment.layer, layer == other.layer, !experiment.slice.overlaps(other.slice) {
      return .layer(layer)
    }
    let isHeldToIt =
      experiment.stage(at: now).mayEnrol && experiment.schedule.overlaps(other.schedule)
    return isHeldToIt && !placements.isEmpty ? .audiences : nil
  }
}

extension Experiment {
  /// The share of traffic that it grows to.
  fileprivate var finalTraffic: BasisPoints { traffic.last(in: schedule) }

  var finalRanges: [VariantRange] { ranges(openTo: finalTraffic) }
}

extension Stage {
  /// Whether it enrols now, or will without an edit other than resuming it.
  fileprivate var mayEnrol: Bool {
    switch self {
    case .scheduled, .running, .paused: true
    case .draft, .ended, .archived: false
    }
  }
}

/// The counting loop, in the order of a decision: slice, traffic, then the holdout, so that every
/// visitor who is held out would have been enrolled.
private struct SimulatedDraw {
  private var sampler: AssignmentSampler
  private let holdout: (seed: Bucket.Seed, held: Int)
  private(set) var coEnrollment: CoEnrollment
  private(set) var outsideSlice = 0
  private(set) var outsideTraffic = 0
  private(set) var heldOut = 0
  /// The enrolled visitors by variant.
  private(set) var enrolled: [Int]

  init(
    _ experiment: Experiment, fallbackSeed: String, overlaps: [Simulation.Overlap],
    in snapshot: Snapshot
  ) {
    sampler = AssignmentSampler(experiment, in: snapshot, fallbackSeed: fallbackSeed)
    holdout = (
      Bucket.Seed(snapshot.holdout?.seed ?? ""), snapshot.holdout?.share.value ?? 0
    )
    enrolled = Array(repeating: 0, count: experiment.variants.count)
    let others = overlaps.enumerated().compactMap { number, overlap in
      overlap.exclusion == nil
        ? snapshot.experiments[overlap.experiment].map { (number, $0) } : nil
    }
    coEnrollment = CoEnrollment(others, count: overlaps.count, in: snapshot)
  }

  /// - Parameter parts: the numbers of visitors by the share of traffic that they arrive under.
  mutating func run(
    _ parts: [(BasisPoints, Range<Int>)], of experiment: Experiment, progress: (Int) -> Void
  ) {
    var done = 0
    for (share, numbers) in parts {
      sampler.open(experiment.ranges(openTo: share))
      for block in Simulation.blocks(numbers) {
        draw(block)
        done += block.suffixes.count
        progress(done)
      }
    }
  }

  private mutating func draw(_ block: VisitorBlock) {
    let inSlice = sampler.insideSlice(block)
    let (inTraffic, variants) = sampler.insideTraffic(inSlice)
    outsideSlice += block.suffixes.count - inSlice.suffixes.count
    outsideTraffic += inSlice.suffixes.count - inTraffic.suffixes.count
    let buckets = inTraffic.buckets(holdout.seed)
    var taken = VisitorBlock(prefix: block.prefix, suffixes: [])
    for (index, suffix) in inTraffic.suffixes.enumerated() where buckets[index] >= holdout.held {
      enrolled[Int(variants[index])] += 1
      taken.suffixes.append(suffix)
    }
    heldOut += inTraffic.suffixes.count - taken.suffixes.count
    coEnrollment.count(taken)
  }
}
