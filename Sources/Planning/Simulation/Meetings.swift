import Catalog
import Decisions

/// Counts with which other experiments the enrolled visitors of one are shared. Of a layer one draw
/// says which experiments own the visitor, however many stand in it.
struct Meetings {
  private var layers: [LayerDraw] = []
  private var alone: [Place] = []
  /// By number of the other experiment.
  private(set) var counts: [Int]

  /// Another experiment, behind its slice.
  fileprivate struct Place {
    let number: Int
    let seed: Bucket.Seed
    /// One bit per bucket: whether some variant takes it.
    let open: [UInt64]

    func count(_ crowd: Crowd) -> Int {
      crowd.buckets(seed).reduce(0) { sum, bucket in
        sum + Int(open[Int(bucket >> 6)] >> UInt64(bucket & 63) & 1)
      }
    }
  }

  fileprivate struct LayerDraw {
    let seed: Bucket.Seed
    var places: [Place] = []
    /// By bucket, the index in `places` of whose slice holds it, or −1. Slices overlap only where
    /// schedules follow each other; each of these tables holds some that do not.
    var owners: [[Int]] = []
  }

  /// `others` by number; those that cannot share a visitor are left out by the caller.
  init(_ others: [(number: Int, experiment: Experiment)], count: Int, in snapshot: Snapshot) {
    counts = Array(repeating: 0, count: count)
    var layerNumbers: [String: Int] = [:]
    for (number, experiment) in others {
      guard let place = Place(number, experiment) else { continue }
      guard let name = experiment.layer else {
        alone.append(place)
        continue
      }
      guard let layer = snapshot.layers[name] else { continue }
      let index = layerNumbers[name] ?? layers.count
      if index == layers.count {
        layerNumbers[name] = index
        layers.append(LayerDraw(seed: Bucket.Seed(layer.seed)))
      }
      layers[index].add(place, owning: experiment.slice.start..<experiment.slice.end)
    }
  }

  /// Counts visitors who are enrolled, and therefore not held out.
  mutating func count(_ crowd: Crowd) {
    for layer in layers {
      let buckets = crowd.buckets(layer.seed)
      for owners in layer.owners {
        var owned = Array(repeating: [UInt16](), count: layer.places.count)
        for (ending, bucket) in zip(crowd.endings, buckets) where owners[Int(bucket)] >= 0 {
          owned[owners[Int(bucket)]].append(ending)
        }
        for (place, endings) in zip(layer.places, owned) where !endings.isEmpty {
          counts[place.number] += place.count(Crowd(beginning: crowd.beginning, endings: endings))
        }
      }
    }
    for place in alone { counts[place.number] += place.count(crowd) }
  }
}

extension Meetings.Place {
  /// `nil` for an experiment without a seed, which enrols nobody.
  fileprivate init?(_ number: Int, _ experiment: Experiment) {
    guard let seed = experiment.seed else { return nil }
    var open = Array(repeating: UInt64(0), count: Bucket.count / 64 + 1)
    for range in experiment.ranges {
      for bucket in range.open.clamped(to: 0..<Bucket.count) {
        open[bucket >> 6] |= 1 << UInt64(bucket & 63)
      }
    }
    self.init(number: number, seed: Bucket.Seed(seed), open: open)
  }
}

extension Meetings.LayerDraw {
  fileprivate mutating func add(_ place: Meetings.Place, owning slice: Range<Int>) {
    let free = owners.indices.first { index in slice.allSatisfy { owners[index][$0] < 0 } }
    let table = free ?? owners.count
    if table == owners.count { owners.append(Array(repeating: -1, count: Bucket.count)) }
    for bucket in slice { owners[table][bucket] = places.count }
    places.append(place)
  }
}
