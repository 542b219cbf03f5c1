import Catalog
import Decisions

/// The draws that enrol visitors in one experiment, many at a time: the way of a decision from an id
/// to a variant, without an audience. Checked against `decide` by a test.
struct Lottery {
  private let seed: Bucket.Seed
  private let slice: (seed: Bucket.Seed, range: Range<UInt16>)?
  /// By bucket, the variant that takes it, or `closed`: many variants cost no more than two.
  private let variants: [UInt16]

  private static let closed = UInt16.max

  /// An experiment without a seed of its own draws by `standIn`.
  init(_ experiment: Experiment, in snapshot: Snapshot, standIn: String) {
    seed = Bucket.Seed(experiment.seed ?? standIn)
    slice = experiment.layer.map { name in
      // A layer that is not there, which a valid snapshot does not name, gives away nothing.
      guard let layer = snapshot.layers[name] else { return (Bucket.Seed(""), 0..<0) }
      let slice = experiment.slice
      return (Bucket.Seed(layer.seed), UInt16(slice.start)..<UInt16(slice.end))
    }
    var variants = Array(repeating: Self.closed, count: Bucket.count)
    for (number, range) in experiment.ranges.enumerated() {
      for bucket in range.open.clamped(to: 0..<Bucket.count) { variants[bucket] = UInt16(number) }
    }
    self.variants = variants
  }

  /// Those whose bucket lies in the slice.
  func insideSlice(_ crowd: Crowd) -> Crowd {
    guard let slice else { return crowd }
    return crowd.filtered(by: slice.seed) { slice.range.contains($0) }
  }

  /// Those whose bucket a variant has opened, each with the variant by its place.
  func insideTraffic(_ crowd: Crowd) -> (Crowd, variants: [UInt16]) {
    var drawn: [UInt16] = []
    let inside = crowd.filtered(by: seed) { bucket in
      let variant = variants[Int(bucket)]
      if variant != Self.closed { drawn.append(variant) }
      return variant != Self.closed
    }
    return (inside, drawn)
  }
}

/// Made-up visitors whose ids begin alike.
struct Crowd {
  let beginning: String
  /// The number that the last four digits of each id are.
  var endings: [UInt16]

  /// The buckets of all of them under a seed.
  func buckets(_ seed: Bucket.Seed) -> [UInt16] {
    Bucket.Series(seed, beginning: beginning).buckets(ofEndings: endings)
  }

  func filtered(by seed: Bucket.Seed, _ isKept: (UInt16) -> Bool) -> Crowd {
    var kept: [UInt16] = []
    for (ending, bucket) in zip(endings, buckets(seed)) where isKept(bucket) { kept.append(ending) }
    return Crowd(beginning: beginning, endings: kept)
  }
}

extension Simulation {
  /// The id of a made-up visitor, counted from 1: `sim-0000001`.
  package static func id(_ number: Int) -> String { "sim-" + padded(number, 7) }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The visitors 1 to `count`, crowd by crowd.
  static func crowds(_ count: Int) -> some Sequence<Crowd> {
    (0...count / Crowd.size).lazy.map { number in
      let first = number == 0 ? 1 : 0
      let end = min(Crowd.size, count - number * Crowd.size + 1)
      return Crowd(
        beginning: "sim-" + padded(number, 3), endings: (first..<end).map { UInt16($0) })
    }
  }
}

extension Crowd {
  static let size = 10_000
}
