import PaywallCatalog

extension CompiledSnapshot {
  /// A visitor with the same attributes and other ids, without reading the attributes again; `nil`
  /// if a condition tests an id. Empty ids count as missing.
  package func visitor(
    like visitor: Visitor, userId: String?, anonymousId: String?
  ) -> Visitor? {
    guard !index.asksForIds else { return nil }
    return Visitor(
      like: visitor, userId: RawAttribute.text(userId ?? "").readAsUnit(),
      anonymousId: RawAttribute.text(anonymousId ?? "").readAsUnit())
  }
}

extension Snapshot {
  /// Whether a condition tests an id, so that decisions depend on more than its buckets.
  var asksForIds: Bool {
    let conditions: [Condition?] =
      audiences.values.map(\.condition) + experiments.values.map(\.audience)
      + offers.values.map(\.audience)
      + placements.values.flatMap { $0.rules.map(\.audience) }
    return conditions.contains { $0?.asksForIds ?? false }
  }
}

extension Condition {
  fileprivate var asksForIds: Bool {
    switch self {
    case .audience: false
    case .test(let test): ["userId", "anonymousId"].contains(test.attribute)
    case .all(let parts), .any(let parts): parts.contains(where: \.asksForIds)
    case .not(let part): part.asksForIds
    }
  }
}
