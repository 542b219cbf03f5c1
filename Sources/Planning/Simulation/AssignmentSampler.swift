import PaywallCatalog
import PaywallDecisions

/// The draws that enrol visitors in one experiment, many at a time: the steps of a decision from an
/// id to a variant, without an audience. Checked against `decide` by a test.
struct AssignmentSampler {
  private let seed: Bucket.Seed
  private let slice: (seed: Bucket.Seed, range: Range<UInt16>)?
  /// The variant of each bucket, or `closed`: many variants cost no more than two.
  private var variants: [UInt16] = []

  private static let closed = UInt16.max

  /// An experiment without a seed uses `fallbackSeed`.
  init(_ experiment: Experiment, in snapshot: Snapshot, fallbackSeed: String) {
    seed = Bucket.Seed(experiment.seed ?? fallbackSeed)
    slice = experiment.layer.map { name in
      // A valid snapshot has every layer that it names; a missing one gets an empty range.
      guard let layer = snapshot.layers[name] else { return (Bucket.Seed(""), 0..<0) }
      let slice = experiment.slice
      return (Bucket.Seed(layer.seed), UInt16(slice.start)..<UInt16(slice.end))
    }
    open(experiment.finalRanges)
  }

  /// Draws by these ranges from now on.
  mutating func open(_ ranges: [VariantRange]) {
    variants = Array(repeating: Self.closed, count: Bucket.count)
    for (number, range) in ranges.enumerated() {
      for bucket in range.open.clamped(to: 0..<Bucket.count) { variants[bucket] = UInt16(number) }
    }
  }

  /// Visitors whose bucket is in the slice.
  func insideSlice(_ block: VisitorBlock) -> VisitorBlock {
    guard let slice else { return block }
    return block.filtered(by: slice.seed) { slice.range.contains($0) }
  }

  /// Visitors whose bucket is open for a variant, with the index of the variant.
  func insideTraffic(_ block: VisitorBlock) -> (VisitorBlock, variants: [UInt16]) {
    var drawn: [UInt16] = []
    let inside = block.filtered(by: seed) { bucket in
      let variant = variants[Int(bucket)]
      if variant != Self.closed { drawn.append(variant) }
      return variant != Self.closed
    }
    return (inside, drawn)
  }
}

/// Simulated visitors whose ids have the same prefix.
struct VisitorBlock {
  let prefix: String
  /// The last four digits of each id, as a number.
  var suffixes: [UInt16]

  /// The buckets of all of them under a seed.
  func buckets(_ seed: Bucket.Seed) -> [UInt16] {
    Bucket.Series(seed, prefix: prefix).buckets(ofSuffixes: suffixes)
  }

  func filtered(by seed: Bucket.Seed, _ isKept: (UInt16) -> Bool) -> VisitorBlock {
    var kept: [UInt16] = []
    for (suffix, bucket) in zip(suffixes, buckets(seed)) where isKept(bucket) {
      kept.append(suffix)
    }
    return VisitorBlock(prefix: prefix, suffixes: kept)
  }
}

extension Simulation {
  /// The id of a simulated visitor, counted from 1: `sim-0000001`.
  package static func id(_ number: Int) -> String { "sim-" + padded(number, 7) }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The visitors of these numbers, block by block.
  static func blocks(_ numbers: Range<Int>) -> some Sequence<VisitorBlock> {
    let size = VisitorBlock.size
    let end = numbers.isEmpty ? 0 : (numbers.upperBound - 1) / size + 1
    return (min(end, numbers.lowerBound / size)..<end).lazy.map { number in
      let first = max(0, numbers.lowerBound - number * size)
      let end = min(size, numbers.upperBound - number * size)
      return VisitorBlock(
        prefix: "sim-" + padded(number, 3), suffixes: (first..<end).map { UInt16($0) })
    }
  }
}

extension VisitorBlock {
  static let size = 10_000
}
