import PaywallCatalog
import PaywallDecisions

/// Uses `decide` to test whether a visitor satisfies a condition: each condition gets a placement
/// that shows something exactly to visitors who do.
struct Probe {
  private let compiled: CompiledSnapshot
  private let numbers: [Condition: Int]
  private let now: Timestamp

  init(_ conditions: [Condition], in snapshot: Snapshot, at now: Timestamp) {
    let distinct = Array(Set(conditions))
    numbers = Dictionary(
      distinct.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var probing = snapshot
    probing.experiments = [:]
    probing.holdout = nil
    probing.placements = [:]
    for (number, condition) in distinct.enumerated() {
      let rule = Placement.Rule(audience: condition, show: .paywall("yes"))
      probing.placements["\(number)"] = Placement(
        id: "\(number)", rules: [rule], default: .nothing)
    }
    compiled = CompiledSnapshot(probing)
    self.now = now
  }

  func visitor(_ member: Population.Member) -> Visitor {
    compiled.visitor(member.attributes, subscriber: member.subscriber, at: now).visitor
  }

  func isTrue(_ condition: Condition, of visitor: Visitor) -> Bool {
    guard let number = numbers[condition] else { return false }
    return compiled.decide("\(number)", for: visitor, at: now).show != .nothing
  }
}
