import PaywallCatalog
import PaywallDecisions

/// Counts the enrolled visitors of an experiment who are also enrolled in other experiments. One
/// draw per layer gives the experiments that own the visitor, however many the layer has.
struct CoEnrollment {
  private var layers: [LayerTable] = []
  private var unlayered: [Candidate] = []
  /// The counts by index of the other experiment.
  private(set) var counts: [Int]

  /// Another experiment, after its slice was checked.
  fileprivate struct Candidate {
    let number: Int
    let seed: Bucket.Seed
    /// One bit per bucket: set if the bucket is open for a variant.
    let open: [UInt64]

    func count(_ block: VisitorBlock) -> Int {
      block.buckets(seed).reduce(0) { sum, bucket in
        sum + Int(open[Int(bucket >> 6)] >> UInt64(bucket & 63) & 1)
      }
    }
  }

  fileprivate struct LayerTable {
    let seed: Bucket.Seed
    var candidates: [Candidate] = []
    /// For each bucket, the index in `candidates` of the experiment whose slice has it, or −1.
    /// Slices overlap only if schedules do not; each of these tables has slices without an overlap.
    var owners: [[Int]] = []
  }

  /// `others` by number; the caller leaves out those that cannot share a visitor.
  init(_ others: [(number: Int, experiment: Experiment)], count: Int, in snapshot: Snapshot) {
    counts = Array(repeating: 0, count: count)
    var layerNumbers: [String: Int] = [:]
    for (number, experiment) in others {
      guard let candidate = Candidate(number, experiment) else { continue }
      guard let name = experiment.layer else {
        unlayered.append(candidate)
        continue
      }
      guard let layer = snapshot.layers[name] else { continue }
      let index = layerNumbers[name] ?? layers.count
      if index == layers.count {
        layerNumbers[name] = index
        layers.append(LayerTable(seed: Bucket.Seed(layer.seed)))
      }
      layers[index].add(candidate, owning: experiment.slice.start..<experiment.slice.end)
    }
  }

  /// Counts visitors who are enrolled, and therefore not held out.
  mutating func count(_ block: VisitorBlock) {
    for layer in layers {
      let buckets = block.buckets(layer.seed)
      for owners in layer.owners {
        var owned = Array(repeating: [UInt16](), count: layer.candidates.count)
        for (suffix, bucket) in zip(block.suffixes, buckets) where owners[Int(bucket)] >= 0 {
          owned[owners[Int(bucket)]].append(suffix)
        }
        for (candidate, suffixes) in zip(layer.candidates, owned) where !suffixes.isEmpty {
          counts[candidate.number] += candidate.count(
            VisitorBlock(prefix: block.prefix, suffixes: suffixes))
        }
      }
    }
    for candidate in unlayered { counts[candidate.number] += candidate.count(block) }
  }
}

extension CoEnrollment.Candidate {
  /// `nil` for an experiment without a seed, because it cannot draw visitors.
  fileprivate init?(_ number: Int, _ experiment: Experiment) {
    guard let seed = experiment.seed else { return nil }
    var open = Array(repeating: UInt64(0), count: Bucket.count / 64 + 1)
    for range in experiment.finalRanges {
      for bucket in range.open.clamped(to: 0..<Bucket.count) {
        open[bucket >> 6] |= 1 << UInt64(bucket & 63)
      }
    }
    self.init(number: number, seed: Bucket.Seed(seed), open: open)
  }
}

extension CoEnrollment.LayerTable {
  fileprivate mutating func add(_ candidate: CoEnrollment.Candidate, owning slice: Range<Int>) {
    let free = owners.indices.first { index in slice.allSatisfy { owners[index][$0] < 0 } }
    let table = free ?? owners.count
    if table == owners.count { owners.append(Array(repeating: -1, count: Bucket.count)) }
    for bucket in slice { owners[table][bucket] = candidates.count }
    candidates.append(candidate)
  }
}
