import PaywallCatalog

/// The rules for what a placement shows at a moment: experiments that run, winners, the placement's
/// own rules, in the order of a decision.
struct PlacementRules {
  private(set) var rules: [FeatureRule] = []
  private(set) var `default`: Show
  /// Whether everything published of the placement could be expressed.
  private(set) var isExact = true

  private let snapshot: Snapshot
  private let conditions: ConditionTranslator

  /// - Parameter experiments: those at this placement, sorted by id.
  init(
    _ placement: Placement, experiments: [Experiment], in snapshot: Snapshot, at now: Timestamp
  ) {
    self.snapshot = snapshot
    conditions = ConditionTranslator(snapshot)
    `default` = placement.default
    for experiment in experiments where experiment.stage(at: now) == .running {
      draw(experiment, at: now)
    }
    let winners = experiments.filter { $0.after == .winner && $0.stage(at: now) == .ended }
      .sorted { WinnerRank($0.id, $0.schedule) < WinnerRank($1.id, $1.schedule) }
    for experiment in winners {
      guard let winner = experiment.winner.flatMap(experiment.variant(named:)),
        let show = winner.show(at: placement.id)
      else { continue }
      addWinner(show, for: experiment.audience)
    }
    for rule in placement.rules where rule.window.contains(now) { add(rule) }
  }

  /// Adds a rule, unless it can match no visitor or cannot be expressed.
  private mutating func add(
    _ parts: [Formula], _ filters: [FeatureRule.Filter], _ effect: FeatureRule.Effect
  ) {
    switch Formula.conjunction(parts) {
    case .never: break
    case .inexpressible: isExact = false
    case let condition:
      rules.append(FeatureRule(condition: condition, filters: filters, effect: effect))
    }
  }

  private mutating func add(_ rule: Placement.Rule) {
    add([conditions.visitors(of: rule.audience)], [], .show(rule.show))
  }

  /// Adds a draw for each kind of id that can be the experiment's unit.
  private mutating func draw(_ experiment: Experiment, at now: Timestamp) {
    guard let seed = experiment.seed else { return }
    guard !seed.isEmpty else { return isExact = false }
    let audience = conditions.visitors(of: experiment.audience)
    let ranges = experiment.ranges(at: now)
    for identity in identities(of: experiment.unit) {
      guard let slice = slice(of: experiment, by: identity.unit),
        let holdout = unheld(by: identity.visitor)
      else { return }
      add(
        [identity.condition, audience], slice + holdout,
        .draw(experiment, ranges, by: identity.unit))
    }
  }

  /// Adds a winner for the whole audience except the holdout. A visitor without an id that can be
  /// hashed is not held out.
  private mutating func addWinner(_ show: Show, for audience: Condition?) {
    let audience = conditions.visitors(of: audience)
    guard let share = snapshot.holdout?.share, share > .none else {
      return add([audience], [], .show(show))
    }
    for identity in identities(of: .visitor) {
      guard let holdout = unheld(by: identity.visitor) else { break }
      add([audience, identity.condition], holdout, .show(show))
    }
    let user = HashedAttribute.userId
    let anonymous = HashedAttribute.anonymousId
    let hasNoUnit = Formula.disjunction([
      user.isUnreadable,
      .conjunction([
        user.isMissing, .disjunction([anonymous.isMissing, anonymous.isUnreadable]),
      ]),
    ])
    add([audience, hasNoUnit], [], .show(show))
  }
}

// Units.
extension PlacementRules {
  /// One way in which a visitor can have a unit.
  private struct Identity {
    let unit: HashedAttribute
    /// The id of the holdout, whose unit is always the visitor.
    let visitor: HashedAttribute
    let condition: Formula
  }

  private func identities(of unit: Unit) -> [Identity] {
    let user = HashedAttribute.userId
    let anonymous = HashedAttribute.anonymousId
    let isAnonymous = Formula.conjunction([user.isMissing, anonymous.isSent])
    switch unit {
    case .userId: return [Identity(unit: user, visitor: user, condition: user.isSent)]
    case .visitor:
      return [
        Identity(unit: user, visitor: user, condition: user.isSent),
        Identity(unit: anonymous, visitor: anonymous, condition: isAnonymous),
      ]
    case .anonymousId where snapshot.holdout == nil:
      return [Identity(unit: anonymous, visitor: anonymous, condition: anonymous.isSent)]
    case .anonymousId:
      return [
        Identity(
          unit: anonymous, visitor: user,
          condition: .conjunction([user.isSent, anonymous.isSent])),
        Identity(unit: anonymous, visitor: anonymous, condition: isAnonymous),
      ]
    }
  }

  /// The experiment's part of its layer; `nil` if it has none.
  private func slice(
    of experiment: Experiment, by attribute: HashedAttribute
  ) -> [FeatureRule.Filter]? {
    guard let name = experiment.layer else { return [] }
    guard let layer = snapshot.layers[name] else { return nil }
    guard experiment.slice != .whole else { return [] }
    let buckets = experiment.slice.start..<experiment.slice.end
    return [FeatureRule.Filter(seed: layer.seed, attribute: attribute, buckets: buckets)]
  }

  /// Visitors outside of the held buckets; `nil` if there are none.
  private func unheld(by attribute: HashedAttribute) -> [FeatureRule.Filter]? {
    guard let holdout = snapshot.holdout, holdout.share > .none else { return [] }
    guard holdout.share < .all else { return nil }
    let buckets = holdout.share.value..<BasisPoints.all.value
    return [FeatureRule.Filter(seed: holdout.seed, attribute: attribute, buckets: buckets)]
  }
}
