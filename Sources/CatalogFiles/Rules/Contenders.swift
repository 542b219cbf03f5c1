internal import Catalog
internal import YAMLText

/// Experiments that could be live at the same time, compared pair by pair. There may be thousands at
/// one placement, so what a pair is compared by is laid out flat.
struct Contenders {
  private let experiments: [DeclaredExperiment]
  private let exclusions: [Exclusions]
  private let traits: [Traits]

  /// An experiment, and earlier ones that it gets into the way of.
  struct Clash {
    var experiment: DeclaredExperiment
    /// The first of them; a message names no more.
    var others: [DeclaredExperiment]
    var count: Int
    /// Whether a draft is concerned, which is not live yet.
    var isOnlyPlanned: Bool
  }

  /// What keeps two experiments of one group apart.
  enum Separation {
    /// Being in one layer, where the slices decide.
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
    exclusions = experiments.map { Exclusions($0.value.audience, draft) }
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

  /// The clashes within groups of experiments, `keys` naming the groups that one belongs to. Two
  /// experiments whose schedules do not overlap, or whose audiences exclude each other, do not
  /// clash.
  func clashes(
    within keys: (DeclaredExperiment) -> [String], unless separation: Separation
  ) -> [Clash] {
    var groups: [String: [Int]] = [:]
    for (index, experiment) in experiments.enumerated() {
      for key in Set(keys(experiment)) { groups[key, default: []].append(index) }
    }
    var others = [[Int]](repeating: [], count: experiments.count)
    for group in groups.values { collect(group, separation, into: &others) }
    return others.indices.flatMap { index -> [Clash] in
      let partners = Set(others[index]).sorted()
      let planned = partners.filter { traits[$0].isDraft || traits[index].isDraft }
      let live = partners.filter { !traits[$0].isDraft && !traits[index].isDraft }
      return [(live, false), (planned, true)].compactMap { partners, isOnlyPlanned in
        guard !partners.isEmpty else { return nil }
        return Clash(
          experiment: experiments[index], others: partners.prefix(5).map { experiments[$0] },
          count: partners.count,
          isOnlyPlanned: isOnlyPlanned)
      }
    }
  }

  /// Goes along the time: only experiments that have not ended are still in the way.
  private func collect(_ group: [Int], _ separation: Separation, into others: inout [[Int]]) {
    let byStart = group.sorted { (traits[$0].start, $0) < (traits[$1].start, $1) }
    var active: [Int] = []
    for later in byStart {
      let start = traits[later].start
      active.removeAll { traits[$0].end <= start }
      for earlier in active
      where !areApart(earlier, later, separation)
        && !exclusions[earlier].excludes(exclusions[later])
      {
        others[max(earlier, later)].append(min(earlier, later))
      }
      active.append(later)
    }
  }

  private func areApart(_ left: Int, _ right: Int, _ separation: Separation) -> Bool {
    switch separation {
    case .sameLayer: traits[left].layer != nil && traits[left].layer == traits[right].layer
    case .slices: !traits[left].slice.overlaps(traits[right].slice)
    }
  }
}

extension Contenders.Clash {
  /// `'a' (Experiments/a.yaml)` of the others.
  var names: String {
    let shown = others.map { "'\($0.value.id)' (\($0.places.file))" }
    let rest = count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  func report(at place: Place, _ message: String, help: String, to notebook: Notebook) {
    let isDraft = experiment.value.status == .draft
    if isOnlyPlanned {
      notebook.warning(
        .overlap, at: place, message,
        help: help
          + (isDraft
            ? "; until then it cannot be started"
            : "; until then the draft "
              + "cannot be started"))
    } else {
      notebook.error(.overlap, at: place, message, help: help)
    }
  }
}
