import PaywallCatalog

/// Finds candidate values that make conditions true or false. Walks the conditions and takes the
/// first choice without a contradiction; gives up after a number of steps that real configurations
/// do not need.
struct Solver {
  /// By attribute; a missing attribute may have any value.
  typealias DesiredValues = [String: AttributeValue?]

  let candidates: Candidates
  private var steps = 0
  private static let most = 5000

  init(_ candidates: Candidates) { self.candidates = candidates }

  /// Attribute values that satisfy `condition` and none of `unless`.
  mutating func satisfying(_ condition: Condition, unless: [Condition] = []) -> DesiredValues? {
    solve([Goal(condition, true)] + unless.map { Goal($0, false) })
  }

  /// Attribute values that do not satisfy it: it is false, or unknown if nothing makes it false.
  mutating func failing(_ condition: Condition) -> DesiredValues? {
    solve([Goal(condition, false)]) ?? missingEverything(condition)
  }

  private struct Goal {
    let condition: Condition
    let wanted: Bool

    init(_ condition: Condition, _ wanted: Bool) {
      self.condition = condition
      self.wanted = wanted
    }
  }

  /// An operator, and whether it must be true or false.
  private typealias Constraints = [String: [(AttributeTest.Operator, Bool)]]

  private mutating func solve(_ goals: [Goal]) -> DesiredValues? {
    steps = 0
    return solve(goals, [:])
  }

  private mutating func solve(_ goals: [Goal], _ constraints: Constraints) -> DesiredValues? {
    steps += 1
    guard steps < Self.most else { return nil }
    guard let goal = goals.last else { return desired(constraints) }
    let rest = Array(goals.dropLast())
    switch (goal.condition, goal.wanted) {
    case (.not(let part), let wanted): return solve(rest + [Goal(part, !wanted)], constraints)
    case (.all(let parts), true), (.any(let parts), false):
      return solve(rest + parts.map { Goal($0, goal.wanted) }, constraints)
    case (.all(let parts), false), (.any(let parts), true):
      for part in parts {
        if let found = solve(rest + [Goal(part, goal.wanted)], constraints) { return found }
      }
      return nil
    case (.audience, _): return nil
    case (.test(let test), true):
      return solve(rest, constraints, test.attribute, test.operators.map { ($0, true) })
    case (.test(let test), false):
      for each in test.operators {
        if let found = solve(rest, constraints, test.attribute, [(each, false)]) { return found }
      }
      return nil
    }
  }

  private mutating func solve(
    _ goals: [Goal], _ constraints: Constraints, _ attribute: String,
    _ more: [(AttributeTest.Operator, Bool)]
  ) -> DesiredValues? {
    var constraints = constraints
    constraints[attribute, default: []] += more
    guard value(of: attribute, constraints) != nil else { return nil }
    return solve(goals, constraints)
  }

  /// The first candidate that satisfies all constraints.
  private func value(of attribute: String, _ constraints: Constraints) -> AttributeValue?? {
    candidates[attribute].first { value in
      (constraints[attribute] ?? []).allSatisfy { $0.0.holds(value, on: attribute) == $0.1 }
    }
  }

  private func desired(_ constraints: Constraints) -> DesiredValues? {
    var desired: DesiredValues = [:]
    for attribute in constraints.keys {
      guard let value = value(of: attribute, constraints) else { return nil }
      desired.updateValue(value, forKey: attribute)
    }
    return desired
  }

  private func missingEverything(_ condition: Condition) -> DesiredValues {
    var desired: DesiredValues = [:]
    for attribute in condition.attributes { desired.updateValue(nil, forKey: attribute) }
    return desired
  }
}

extension Condition {
  /// Every attribute that it tests.
  var attributes: Set<String> {
    switch self {
    case .audience: []
    case .test(let test): [test.attribute]
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.attributes) }
    case .not(let part): part.attributes
    }
  }
}
