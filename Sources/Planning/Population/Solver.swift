import Catalog

/// Finds values that make conditions true or false, among the candidates. Goes along the trees of
/// the conditions and takes the first choice that contradicts nothing taken before; gives up after
/// a number of steps that no configuration of people needs.
struct Solver {
  /// By attribute; a missing attribute is one that any value is fine for.
  typealias Wishes = [String: AttributeValue?]

  let candidates: Candidates
  private var steps = 0
  private static let most = 5000

  init(_ candidates: Candidates) { self.candidates = candidates }

  /// Attribute values for somebody who satisfies `condition` and none of `unless`.
  mutating func satisfying(_ condition: Condition, unless: [Condition] = []) -> Wishes? {
    solve([Goal(condition, true)] + unless.map { Goal($0, false) })
  }

  /// Attribute values for somebody who does not satisfy it: for whom it is false, or unknown where
  /// nothing makes it false.
  mutating func failing(_ condition: Condition) -> Wishes? {
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

  /// An operator, and whether it has to be true or false.
  private typealias Demands = [String: [(AttributeTest.Operator, Bool)]]

  private mutating func solve(_ goals: [Goal]) -> Wishes? {
    steps = 0
    return solve(goals, [:])
  }

  private mutating func solve(_ goals: [Goal], _ demands: Demands) -> Wishes? {
    steps += 1
    guard steps < Self.most else { return nil }
    guard let goal = goals.last else { return wishes(demands) }
    let rest = Array(goals.dropLast())
    switch (goal.condition, goal.wanted) {
    case (.not(let part), let wanted): return solve(rest + [Goal(part, !wanted)], demands)
    case (.all(let parts), true), (.any(let parts), false):
      return solve(rest + parts.map { Goal($0, goal.wanted) }, demands)
    case (.all(let parts), false), (.any(let parts), true):
      for part in parts {
        if let found = solve(rest + [Goal(part, goal.wanted)], demands) { return found }
      }
      return nil
    case (.audience, _): return nil
    case (.test(let test), true):
      return solve(rest, demands, test.attribute, test.operators.map { ($0, true) })
    case (.test(let test), false):
      for each in test.operators {
        if let found = solve(rest, demands, test.attribute, [(each, false)]) { return found }
      }
      return nil
    }
  }

  private mutating func solve(
    _ goals: [Goal], _ demands: Demands, _ attribute: String,
    _ more: [(AttributeTest.Operator, Bool)]
  ) -> Wishes? {
    var demands = demands
    demands[attribute, default: []] += more
    guard value(of: attribute, demands) != nil else { return nil }
    return solve(goals, demands)
  }

  /// The first candidate that meets all demands.
  private func value(of attribute: String, _ demands: Demands) -> AttributeValue?? {
    candidates[attribute].first { value in
      (demands[attribute] ?? []).allSatisfy { $0.0.holds(value, on: attribute) == $0.1 }
    }
  }

  private func wishes(_ demands: Demands) -> Wishes? {
    var wishes: Wishes = [:]
    for attribute in demands.keys {
      guard let value = value(of: attribute, demands) else { return nil }
      wishes.updateValue(value, forKey: attribute)
    }
    return wishes
  }

  private func missingEverything(_ condition: Condition) -> Wishes {
    var wishes: Wishes = [:]
    for attribute in condition.attributes { wishes.updateValue(nil, forKey: attribute) }
    return wishes
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
