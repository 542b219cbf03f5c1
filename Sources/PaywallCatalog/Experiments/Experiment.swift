/// Variants for an audience at one or more placements.
package struct Experiment: Sendable {
  package var id: String
  package var title: String?
  package var hypothesis: String?
  package var owner: String?
  package var status: ExperimentStatus
  /// A visitor keeps one variant in all of them.
  package var placements: [String]
  /// `nil` is everyone.
  package var audience: Condition?
  package var layer: String?
  /// The part of the layer that this experiment owns; the whole without one.
  package var slice: Slice
  /// The share of its slice and audience that is enrolled.
  package var traffic: Traffic
  package var unit: Unit
  /// Absent only on drafts.
  package var seed: String?
  package var phase: Int
  /// In declared order, which is the order of their ranges. One is named `control`.
  package var variants: [Variant]
  package var schedule: TimeWindow
  package var whilePaused: WhilePaused
  package var after: AfterEnd
  package var winner: String?
  package var excludeEarlierPhases: Bool
  package var visibility: Visibility
  package var override: PhaseOverride?
  #if Server
  package var metrics = Metrics()
  package var rollout: Rollout?
  #endif

  package init(
    id: String, title: String? = nil, hypothesis: String? = nil, owner: String? = nil,
    status: ExperimentStatus, placements: [String], audience: Condition? = nil,
    layer: String? = nil, slice: Slice = .whole, traffic: Traffic = .all,
    unit: Unit = .visitor, seed: String? = nil, phase: Int = 1, variants: [Variant],
    schedule: TimeWindow = .always, whilePaused: WhilePaused = .control, after: AfterEnd = .keep,
    winner: String? = nil, excludeEarlierPhases: Bool = true, visibility: Visibility = .private,
    override: PhaseOverride? = nil
  ) {
    self.id = id
    self.title = title
    self.hypothesis = hypothesis
    self.owner = owner
    self.status = status
    self.placements = placements
    self.audience = audience
    self.layer = layer
    self.slice = slice
    self.traffic = traffic
    self.unit = unit
    self.seed = seed
    self.phase = phase
    self.variants = variants
    self.schedule = schedule
    self.whilePaused = whilePaused
    self.after = after
    self.winner = winner
    self.excludeEarlierPhases = excludeEarlierPhases
    self.visibility = visibility
    self.override = override
  }
}

extension Experiment {
  /// The variant of this name; `nil` if there is none.
  package func variant(named name: String) -> Variant? {
    variants.first { $0.name == name }
  }

  /// For several lookups.
  package var variantsByName: [String: Variant] {
    Dictionary(variants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of the control variant of every experiment.
  package static let control = "control"
}

/// The status in the file; the stage at a moment is computed from it and the schedule.
package enum ExperimentStatus: String, CaseIterable, Sendable {
  case draft, running, paused, stopped, archived
}

/// The paywall of recorded visitors while their experiment is paused.
package enum WhilePaused: String, CaseIterable, Sendable {
  case control, keep
}

/// The paywall of recorded visitors once their experiment has ended; `winner` is for its whole
/// audience.
package enum AfterEnd: String, CaseIterable, Sendable {
  case keep, control, winner
}

#if Server
extension Experiment: Hashable {}
#endif
