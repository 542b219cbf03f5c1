package import PaywallCatalog

/// What differs between visitors who have the same attributes otherwise.
package struct VisitorDifference: Sendable {
  package var userId: String?
  package var anonymousId: String?
  package var firstSeen: Timestamp?
}

extension CompiledSnapshot {
  /// A visitor with the same attributes and other ids, first seen at another time, without reading
  /// the attributes again; `nil` if a condition tests an id or that time itself. Empty ids count as
  /// missing.
  package func visitor(
    like visitor: Visitor, but own: VisitorDifference, at now: Timestamp
  ) -> Visitor? {
    guard !index.asksFor.ids else { return nil }
    let userId = RawAttribute.text(own.userId ?? "").readAsUnit()
    let anonymousId = RawAttribute.text(own.anonymousId ?? "").readAsUnit()
    guard let firstSeen = own.firstSeen, index.asksFor.age else {
      return Visitor(like: visitor, userId: userId, anonymousId: anonymousId)
    }
    guard !index.asksFor.firstSeen else { return nil }
    let age = Visitor.age(since: firstSeen, at: now)
    // The slot of `firstSeen` keeps its value.
    let own = index.slots.daysSinceInstall.map { slot in
      OwnValue(slot: slot, value: age, key: index.literals.key(of: age, slot: slot))
    }
    return Visitor(like: visitor, userId: userId, anonymousId: anonymousId, own: own)
  }
}

/// The attributes of single visitors that conditions test: then decisions depend on more than the
/// buckets of ids.
struct PersonalTests: Sendable {
  /// `userId` or `anonymousId`.
  let ids: Bool
  let firstSeen: Bool
  /// `daysSinceInstall`, or `firstSeen`, which it follows from.
  let age: Bool

  init(_ snapshot: Snapshot) {
    let conditions: [Condition?] =
      snapshot.audiences.values.map(\.condition) + snapshot.experiments.values.map(\.audience)
      + snapshot.offers.values.map(\.audience)
      + snapshot.placements.values.flatMap { $0.rules.map(\.audience) }
    func anyTests(_ names: [String], _ conditions: [Condition?]) -> Bool {
      conditions.contains { $0?.tests(names) ?? false }
    }
    ids = anyTests(["userId", "anonymousId"], conditions)
    firstSeen = anyTests(["firstSeen"], conditions)
    age = anyTests(["firstSeen", "daysSinceInstall"], conditions)
  }
}

extension Condition {
  /// Whether it tests one of the attributes itself, not by the name of an audience.
  fileprivate func tests(_ attributes: [String]) -> Bool {
    switch self {
    case .audience: false
    case .test(let test): attributes.contains(test.attribute)
    case .all(let parts), .any(let parts): parts.contains { $0.tests(attributes) }
    case .not(let part): part.tests(attributes)
    }
  }
}
