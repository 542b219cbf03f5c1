internal import PaywallCatalog

/// Experiments that could be live at the same time, compared pair by pair. There may be thousands,
/// so the compared properties are in flat arrays, and only few pairs are kept.
struct OverlapFinder {
  private let experiments: [DeclaredExperiment]
  private let traits: [Traits]
  private var exclusions: FlatExclusions

  /// An experiment, and earlier ones that it overlaps.
  struct Overlap {
    var experiment: DeclaredExperiment
    /// The first of them, which a message names.
    var others: [DeclaredExperiment]
    var count: Int
    /// Whether one of them is a draft, which is not live yet.
    var isOnlyPlanned: Bool
  }

  /// The mechanism that keeps two experiments of one group apart.
  enum Separation {
    /// They are in one layer, and the slices decide.
    case sameLayer
    /// Slices without a bucket in common.
    case slices
  }

  private struct Traits {
    var start: Int64
    var end: Int64
    /// A number for each layer; `nil` without one.
    var layer: Int?
    var slice: Slice
    var isDraft: Bool
  }

  init(_ draft: Draft) {
    let live: Set<ExperimentStatus> = [.draft, .running, .paused]
    experiments = draft.experiments.filter { live.contains($0.value.status) }
    exclusions = FlatExclusions(of: experiments.map(\.value.audience), draft)
    var layers: [String: Int] = [:]
    traits = experiments.map { experiment in
      let layer = experiment.value.layer.map { name in
        let number = layers[name, default: layers.count]
        layers[name] = number
        return number
      }
      return Traits(
        start: experiment.value.schedule.start?.milliseconds ?? .min,
        end: experiment.value.schedule.end?.milliseconds ?? .max, layer: layer,
        slice: experiment.value.slice, isDraft: experiment.value.status == .draft)
    }
  }

  /// The overlaps within groups of experiments; `keys` gives the groups of an experiment. Two
  /// experiments do not overlap if their schedules do not, or if their audiences exclude each
  /// other.
  func overlaps(
    within keys: (DeclaredExperiment) -> [String], unless separation: Separation
  ) -> [Overlap] {
    var numbers: [String: Int] = [:]
    let groups = experiments.map { experiment in
      Set(
        keys(experiment).map { key in
          let number = numbers[key, default: numbers.count]
          numbers[key] = number
          return number
        }
      ).sorted()
    }
    var exclusions = exclusions
    var known: [[Int]] = Array(repeating: [], count: numbers.count)
    return experiments.indices.flatMap { later -> [Overlap] in
      var live = OverlapCount()
      var planned = OverlapCount()
      let candidates = groups[later].onlyOne.map { known[$0] } ?? Array(0..<later)
      defer { for group in groups[later] { known[group].append(later) } }
      for earlier in candidates
      where traits[earlier].start < traits[later].end && traits[later].start < traits[earlier].end
        && groups[earlier].intersectsSorted(groups[later]) && !areApart(earlier, later, separation)
        && !exclusions.excludes(earlier, later)
      {
        if traits[earlier].isDraft || traits[later].isDraft {
          planned.add(earlier)
        } else {
          live.add(earlier)
        }
      }
      return [(live, false), (planned, true)].compactMap { partners, isOnlyPlanned in
        guard partners.count > 0 else { return nil }
        return Overlap(
          experiment: experiments[later], others: partners.first.map { experiments[$0] },
          count: partners.count, isOnlyPlanned: isOnlyPlanned)
      }
    }
  }

  /// A message names five.
  private struct OverlapCount {
    var first: [Int] = []
    var count = 0

    mutating func add(_ index: Int) {
      count += 1
      if first.count < 5 { first.append(index) }
    }
  }

  private func areApart(_ left: Int, _ right: Int, _ separation: Separation) -> Bool {
    switch separation {
    case .sameLayer: traits[left].layer != nil && traits[left].layer == traits[right].layer
    case .slices: !traits[left].slice.overlaps(traits[right].slice)
    }
  }
}

extension [Int] {
  /// The group of an experiment in one group alone: only its other members are compared.
  fileprivate var onlyOne: Int? { count == 1 ? first : nil }

  /// Whether two sorted lists have a number in common.
  func intersectsSorted(_ other: [Int]) -> Bool {
    var (left, right) = (0, 0)
    while left < count, right < other.count {
      if self[left] == other[right] { return true }
      if self[left] < other[right] { left += 1 } else { right += 1 }
    }
    return false
  }
}

extension OverlapFinder.Overlap {
  /// `'a' (Experiments/a.yaml)` of the others.
  var names: String {
    let shown = others.map { "'\($0.value.id)' (\($0.places.file))" }
    let rest = count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  func report(at place: Place, _ message: String, help: String, to sink: DiagnosticSink) {
    let isDraft = experiment.value.status == .draft
    if isOnlyPlanned {
      sink.warning(
        .overlap, at: place, message,
        help: help
          + (isDraft
            ? "; until then it cannot be started"
            : "; until then the draft "
              + "cannot be started"))
    } else {
      sink.error(.overlap, at: place, message, help: help)
    }
  }
}
