package import PaywallCatalog
import PaywallTextCoding

/// An experiment at one of its placements, with everything resolved to integers and indices. A
/// class, so that iterating over the experiments of a placement copies none of them.
package final class CompiledExperiment: Sendable {
  package let id: String
  package let phase: Int
  /// `nil` is everyone.
  package let audience: CompiledCondition?
  package let unit: Unit
  /// `nil` while it is a draft.
  package let seed: Bucket.Seed?
  package let slice: CompiledSlice?
  package let variants: [CompiledVariant]
  /// By variant, the part of its range that enrols visitors, before the first step of its traffic.
  private let open: [Range<Int>]
  /// The same from each step on.
  private let steps: [(from: Timestamp, open: [Range<Int>])]
  let traffic: Traffic
  package let excludeEarlierPhases: Bool
  package let whilePaused: WhilePaused
  /// The variant that everyone in the audience gets once it has ended.
  let winner: Int?
  /// Recorded visitors keep their variant once it has ended.
  let keepsAfterEnd: Bool
  let status: ExperimentStatus
  package let schedule: TimeWindow

  init(
    _ experiment: Experiment, at placement: String, audience: CompiledCondition?,
    layer: (name: String, layer: Layer?)?
  ) {
    id = experiment.id
    phase = experiment.phase
    self.audience = audience
    unit = experiment.unit
    seed = experiment.seed.map(Bucket.Seed.init)
    slice = layer.map { CompiledSlice(experiment.slice, of: $0.name, seed: $0.layer?.seed) }
    variants = Self.variants(of: experiment, at: placement)
    open = experiment.ranges(openTo: experiment.traffic.first).map(\.open)
    steps = experiment.traffic.steps(in: experiment.schedule).map {
      ($0.from, experiment.ranges(openTo: $0.share).map(\.open))
    }
    traffic = experiment.traffic
    excludeEarlierPhases = experiment.excludeEarlierPhases
    whilePaused = experiment.whilePaused
    let named = experiment.winner.flatMap { name in
      experiment.variants.firstIndex { $0.name.hasSameUTF8(as: name) }
    }
    winner = experiment.after == .winner ? named : nil
    keepsAfterEnd = experiment.after == .keep || experiment.after == .winner && named == nil
    status = experiment.status
    schedule = experiment.schedule
  }

  package func stage(at now: Timestamp) -> Stage {
    Stage(status: status, schedule: schedule, at: now)
  }

  package func traffic(at now: Timestamp) -> BasisPoints { traffic.share(at: now, in: schedule) }

  /// By variant, the part of its range that enrols visitors at a moment; after its end, the part
  /// that it had opened.
  package func open(at now: Timestamp) -> [Range<Int>] {
    steps.last { $0.from <= now }?.open ?? open
  }

  /// The variant that enrols a bucket at a moment.
  package func variant(ofOpen bucket: Int, at now: Timestamp) -> Int? {
    // Almost no experiment has steps, and a decision copies no list for it.
    steps.isEmpty ? Bucket.choose(bucket, among: open) : Bucket.choose(bucket, among: open(at: now))
  }

  package func variant(named name: String) -> Int? {
    variants.firstIndex { $0.name.hasSameUTF8(as: name) }
  }

  private static func variants(of experiment: Experiment, at placement: String) -> [CompiledVariant]
  {
    zip(experiment.variants, experiment.ranges(openTo: .all)).map { variant, range in
      CompiledVariant(name: variant.name, show: variant.show(at: placement), range: range.full)
    }
  }
}

/// A variant at one placement.
package struct CompiledVariant: Sendable {
  package let name: String
  package let show: Show?
  /// The whole of its buckets.
  package let range: Range<Int>
}

/// The part of a layer that an experiment owns.
package struct CompiledSlice: Sendable {
  let layer: String
  package let seed: Bucket.Seed
  package let range: Range<Int>

  /// A missing layer, which a valid snapshot does not name, enrols no one.
  init(_ slice: Slice, of layer: String, seed: String?) {
    self.layer = layer
    self.seed = Bucket.Seed(seed ?? "")
    self.range = seed == nil ? 0..<0 : slice.start..<slice.end
  }
}
