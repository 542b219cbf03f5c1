internal import Catalog
internal import YAMLText

/// Experiments that could be live at the same time, compared pair by pair.
struct Contenders {
  private let experiments: [DeclaredExperiment]
  private let exclusions: [Exclusions]
  private let isDraft: [Bool]

  /// An experiment, and earlier ones that it gets into the way of.
  struct Clash {
    var experiment: DeclaredExperiment
    var others: [DeclaredExperiment]
    /// Whether only drafts are concerned, which are not live yet.
    var isOnlyPlanned: Bool
  }

  init(_ draft: Draft) {
    let live: Set<ExperimentStatus> = [.draft, .running, .paused]
    experiments = draft.experiments.filter { live.contains($0.value.status) }
    exclusions = experiments.map { Exclusions($0.value.audience, draft) }
    isDraft = experiments.map { $0.value.status == .draft }
  }

  /// The clashes within groups of experiments, `key` naming the groups that one belongs to, where
  /// `areApart` does not keep two of them apart. Two experiments whose schedules do not overlap, or
  /// whose audiences exclude each other, do not clash.
  func clashes(
    within keys: (DeclaredExperiment) -> [String],
    unless areApart: (DeclaredExperiment, DeclaredExperiment) -> Bool
  ) -> [Clash] {
    var groups: [String: [Int]] = [:]
    for (index, experiment) in experiments.enumerated() {
      for key in Set(keys(experiment)) { groups[key, default: []].append(index) }
    }
    var others: [Int: Set<Int>] = [:]
    for group in groups.values {
      // Along the time: only experiments that have not ended are still in the way.
      let byStart = group.sorted { (start(of: $0), $0) < (start(of: $1), $1) }
      var active: [Int] = []
      for later in byStart {
        let start = start(of: later)
        active.removeAll { end(of: $0) <= start }
        for earlier in active
        where !areApart(experiments[earlier], experiments[later])
          && !exclusions[earlier].excludes(exclusions[later])
        {
          others[max(earlier, later), default: []].insert(min(earlier, later))
        }
        active.append(later)
      }
    }
    return others.keys.sorted().flatMap { index -> [Clash] in
      let partners = (others[index] ?? []).sorted()
      let live = partners.filter { !isDraft[$0] && !isDraft[index] }
      let planned = partners.filter { isDraft[$0] || isDraft[index] }
      return [(live, false), (planned, true)].compactMap { partners, isOnlyPlanned in
        guard !partners.isEmpty else { return nil }
        return Clash(
          experiment: experiments[index], others: partners.map { experiments[$0] },
          isOnlyPlanned: isOnlyPlanned)
      }
    }
  }

  private func start(of index: Int) -> Int64 {
    experiments[index].value.schedule.start?.milliseconds ?? .min
  }

  private func end(of index: Int) -> Int64 {
    experiments[index].value.schedule.end?.milliseconds ?? .max
  }
}

extension Contenders.Clash {
  /// `'a' (Experiments/a.yaml)` of the others, at most five of them.
  var names: String {
    let shown = others.prefix(5).map { "'\($0.value.id)' (\($0.places.file))" }
    let rest = others.count - shown.count
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
