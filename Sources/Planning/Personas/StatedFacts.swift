package import PaywallCatalog
package import PaywallDecisions

/// Facts of a subscription as a persona or an option states them, by the names of the
/// `subscription` attributes: `state`, `lapsedDays`, `pro.state`; the prefix `subscription.` is
/// optional.
///
/// A fact without a group is of the one that `group` names, else of the configuration's first.
/// Facts that are not stated are those of a newcomer, except that `ever` follows from a state, a
/// product, paid or lapsed days. The history counts as complete, so that introductory offers are
/// decidable.
package struct StatedFacts {
  private let snapshot: Snapshot
  private var groups: [String: GroupFacts] = [:]
  private var stated: [String: Set<String>] = [:]
  private var isKnown: Bool?
  private var plainGroup: String?
  private var problems: [FactProblem] = []

  /// The stated facts as the ledger would know them, without those that have problems.
  package static func knowledge(
    _ facts: [(name: String, value: RawAttribute)], in snapshot: Snapshot
  ) -> (knowledge: SubscriberKnowledge, problems: [FactProblem]) {
    var statement = StatedFacts(snapshot: snapshot)
    let named = facts.map { (name: withoutPrefix($0.name), value: $0.value) }
    statement.readIdentity(named)
    for (name, value) in named where name != "known" && name != "group" {
      statement.read(name, value)
    }
    statement.complete()
    return (statement.knowledge(isEmpty: facts.isEmpty), statement.problems)
  }

  private init(snapshot: Snapshot) {
    self.snapshot = snapshot
    plainGroup = snapshot.groups.first?.key
  }

  private static func withoutPrefix(_ name: String) -> String {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
  }

  static let prefix = "subscription."

  private func knowledge(isEmpty: Bool) -> SubscriberKnowledge {
    if isEmpty || isKnown == false { return .unidentified }
    return .known(SubscriberFacts(groups: groups, isComplete: true))
  }
}

extension StatedFacts {
  /// `known` and `group`, on which the other facts depend.
  private mutating func readIdentity(_ facts: [(name: String, value: RawAttribute)]) {
    var seen: Set<String> = []
    for (name, _) in facts where !seen.insert(name).inserted { problems.append(.twice(name)) }
    for (name, value) in facts {
      switch (name, value.read(as: name == "known" ? .boolean : .string)) {
      case ("known", .boolean(let isKnown)?): self.isKnown = isKnown
      case ("known", _):
        problems.append(.mistyped("known", expected: .boolean, values: []))
      case ("group", .string(let key)?) where snapshot.group(key) != nil: plainGroup = key
      case ("group", let other):
        problems.append(
          .unknownGroup(other?.description ?? "", groups: snapshot.groups.map(\.key)))
      default: break
      }
    }
    if isKnown == false, let other = facts.first(where: { $0.name != "known" }) {
      problems.append(.contradiction(other.name, "with known=false nothing is known"))
    }
  }

  private mutating func read(_ name: String, _ value: RawAttribute) {
    guard let (group, fact) = resolve(name) else {
      problems.append(
        snapshot.groups.isEmpty && GroupFacts.names.contains(name)
          ? .noGroups(name) : .unknown(name, names: GroupFacts.names + ["known", "group"]))
      return
    }
    guard let attribute = snapshot.schema[Self.prefix + fact],
      let read = value.read(as: attribute.type),
      groups[group, default: GroupFacts()].set(fact, to: read)
    else {
      let attribute = snapshot.schema[Self.prefix + fact]
      problems.append(
        .mistyped(
          name, expected: attribute?.type ?? .string, values: attribute?.values ?? []))
      return
    }
    if !stated[group, default: []].insert(fact).inserted, !problems.contains(.twice(name)) {
      problems.append(.twice(name))
    }
  }

  /// The group and the fact of a name: `pro.state`, or `state` of the plain group.
  private func resolve(_ name: String) -> (group: String, fact: String)? {
    if GroupFacts.names.contains(name) { return plainGroup.map { ($0, name) } }
    for group in snapshot.groups where name.hasPrefix(group.key + ".") {
      let fact = String(name.dropFirst(group.key.count + 1))
      if GroupFacts.names.contains(fact) { return (group.key, fact) }
    }
    return nil
  }

  /// Adds derived facts, and finds contradictions.
  private mutating func complete() {
    for (group, facts) in groups.sorted(by: { $0.key < $1.key }) {
      let isSubscriber =
        facts.state != .none || facts.product != nil || facts.lapsedDays != nil
        || facts.paidDays > 0 || facts.everIntroductory || facts.inTrial
        || facts.seats != nil || facts.commitment
      let says = stated[group] ?? []
      if isSubscriber, says.contains("ever"), !facts.ever {
        problems.append(.contradiction("ever", "the other facts are of a customer who subscribed"))
      }
      if facts.lapsedDays != nil, [.subscribed, .inGracePeriod].contains(facts.state) {
        problems.append(
          .contradiction("lapsedDays", "nothing has lapsed in the state \(facts.state.rawValue)"))
      }
      groups[group]?.ever = facts.ever || isSubscriber
      if facts.seats == nil { groups[group]?.seats = facts.usualSeats }
    }
  }
}

extension GroupFacts {
  /// The names of the facts of one group.
  fileprivate static let names = AttributeSchema.computed.map(\.name)
    .filter { $0.hasPrefix(StatedFacts.prefix) }
    .map { String($0.dropFirst(StatedFacts.prefix.count)) }
    .filter { $0 != "known" && $0 != "group" }

  /// `false` for a value that the fact cannot have.
  fileprivate mutating func set(_ fact: String, to value: AttributeValue) -> Bool {
    switch (fact, value) {
    case ("state", .string(let word)):
      guard let read = SubscriptionState(rawValue: word) else { return false }
      state = read
    case ("product", .string(let text)): product = text
    case ("offer", .string(let text)): offer = text
    case ("autoRenew", .boolean(let value)): autoRenew = value
    case ("inTrial", .boolean(let value)): inTrial = value
    case ("ever", .boolean(let value)): ever = value
    case ("everIntroductory", .boolean(let value)): everIntroductory = value
    case ("refunded", .boolean(let value)): refunded = value
    case ("familyShared", .boolean(let value)): familyShared = value
    case ("lapsedDays", .integer(let days)) where (0...1_000_000).contains(days):
      lapsedDays = Int(days)
    case ("paidDays", .integer(let days)) where (0...1_000_000).contains(days):
      paidDays = Int(days)
    case ("seats", .integer(let count)) where (0...1_000_000_000).contains(count):
      seats = Int(count)
    case ("commitment", .boolean(let value)): commitment = value
    default: return false
    }
    return true
  }
}
