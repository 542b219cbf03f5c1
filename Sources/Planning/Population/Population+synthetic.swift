package import PaywallCatalog
import PaywallDecisions
import Serving

extension Population {
  /// Visitors who take every branch of both configurations: for each condition one who satisfies it
  /// and one who does not, for each rule one who reaches it, for each attribute one with each
  /// distinguishing value; then random combinations of these, up to `count`. The same seed gives
  /// the same visitors.
  package static func synthetic(
    for base: Snapshot, _ head: Snapshot, count: Int = 10_000, seed: UInt64 = 1, at now: Timestamp
  ) -> Population {
    var maker = PopulationGenerator(base, head, count: count, seed: seed, at: now)
    return maker.make()
  }
}

/// Generates a population, the required visitors first.
private struct PopulationGenerator {
  let snapshots: [Snapshot]
  let count: Int
  let now: Timestamp
  let branches: [[Branch]]
  let candidates: Candidates
  let facts: SubscriberFactsGenerator
  let needsFacts: Bool
  /// The values to choose from, by attribute that apps send; `nil` is missing.
  let sent: [(attribute: String, values: [RawAttribute?])]
  var solver: Solver
  var random: SeededRandom
  var members: [Population.Member] = []
  var uncovered: [String] = []

  init(_ base: Snapshot, _ head: Snapshot, count: Int, seed: UInt64, at now: Timestamp) {
    snapshots = [base, head]
    self.count = count
    self.now = now
    branches = snapshots.map { $0.branches(at: now) }
    candidates = Candidates(
      branches.joined().map(\.condition), schemas: snapshots.map(\.schema))
    facts = SubscriberFactsGenerator(snapshots, candidates, at: now)
    let hasOffers = snapshots.contains { !$0.offers.isEmpty }
    needsFacts =
      hasOffers || candidates.values.contains { $0.attribute.hasPrefix("subscription.") }
    sent = Self.sent(candidates, hasOffers: hasOffers)
    solver = Solver(candidates)
    random = SeededRandom(seed: seed)
  }

  /// Ids are never random, so that each visitor has their own.
  private static func sent(
    _ candidates: Candidates, hasOffers: Bool
  ) -> [(attribute: String, values: [RawAttribute?])] {
    var sent: [(attribute: String, values: [RawAttribute?])] = []
    for (attribute, values) in candidates.values
    where !Self.ids.contains(attribute) && attribute != "daysSinceInstall"
      && !attribute.hasPrefix("subscription.")
    {
      sent.append((attribute, values.map { $0.map(RawAttribute.init) }))
    }
    // Offers can be redeemed from a version of the system on.
    let systems: [(String, [RawAttribute?])] = [
      ("platform", [.text("iOS"), .text("iOS"), .text("macOS"), nil]),
      ("osVersion", [.text("18.1"), .text("17.5"), .text("26.0"), nil]),
    ]
    for (attribute, values) in systems
    where hasOffers && !sent.contains(where: { $0.attribute == attribute }) {
      sent.append((attribute, values))
    }
    return sent
  }

  private static let ids: Set<String> = ["userId", "anonymousId", "appAccountToken"]

  mutating func make() -> Population {
    members.reserveCapacity(count)
    for (snapshot, branches) in zip(snapshots, branches) { cover(branches, in: snapshot) }
    for (attribute, values) in candidates.values {
      for value in values where members.count < count { add([attribute: value]) }
    }
    while members.count < count { add([:]) }
    return Population(members: members, isSynthetic: true, uncovered: uncovered)
  }

  /// Combinations that are covered: a condition, and those that must be false.
  private var covered: Set<[Condition]> = []

  /// Adds one visitor who takes each branch and one who does not, checked with `decide`.
  private mutating func cover(_ branches: [Branch], in snapshot: Snapshot) {
    let probe = Probe(branches.map(\.condition), in: snapshot, at: now)
    for branch in branches where covered.insert([branch.condition] + branch.unless).inserted {
      let takes = solver.satisfying(branch.condition, unless: branch.unless)
      let isTaken = attempt(takes) { visitor in
        probe.isTrue(branch.condition, of: visitor)
          && !branch.unless.contains { probe.isTrue($0, of: visitor) }
      } with: {
        probe.visitor($0)
      }
      if !isTaken { note("no visitor takes \(branch.name)") }
      guard branch.condition != .all([]) else { continue }
      let isLeft = attempt(solver.failing(branch.condition)) { visitor in
        !probe.isTrue(branch.condition, of: visitor)
      } with: {
        probe.visitor($0)
      }
      if !isLeft { note("no visitor is outside of \(branch.name)") }
    }
  }

  private mutating func note(_ phrase: String) {
    let phrase =
      members.count < count ? phrase : "every branch needs more than \(count.grouped) visitors"
    if !uncovered.contains(phrase) { uncovered.append(phrase) }
  }

  /// Generates visitors with these values, and other random ones, until one satisfies the
  /// condition.
  private mutating func attempt(
    _ desired: Solver.DesiredValues?, isRight: (Visitor) -> Bool,
    with prepare: (Population.Member) -> Visitor
  ) -> Bool {
    guard let desired, members.count < count else { return false }
    for _ in 0..<8 {
      let member = member(desired, number: members.count + 1)
      guard isRight(prepare(member)) else { continue }
      members.append(member)
      return true
    }
    return false
  }

  private mutating func add(_ desired: Solver.DesiredValues) {
    members.append(member(desired, number: members.count + 1))
  }

  /// A visitor with the desired values, and random ones for everything else.
  private mutating func member(_ desired: Solver.DesiredValues, number: Int) -> Population.Member {
    var attributes: [String: RawAttribute] = [:]
    attributes.reserveCapacity(sent.count + 3)
    addIds(number, &attributes)
    for (attribute, values) in sent {
      if let value = random.pick(values) ?? nil { attributes[attribute] = value }
    }
    if attributes["firstSeen"] == nil { addFirstSeen(desired, &attributes) }
    for (attribute, value) in desired where attribute != "daysSinceInstall" {
      guard !attribute.hasPrefix("subscription.") else { continue }
      attributes[attribute] = value.map(RawAttribute.init)
    }
    return Population.Member(
      attributes: attributes,
      subscriber: needsFacts ? facts.knowledge(desired, &random) : .unidentified)
  }

  /// Logged in, not yet, or both ids.
  private mutating func addIds(_ number: Int, _ attributes: inout [String: RawAttribute]) {
    let kind = random.next(below: 4)
    if kind != 0 { attributes["userId"] = .text("user-\(number)") }
    if kind < 2 { attributes["anonymousId"] = .text("anonymous-\(number)") }
  }

  /// Days since the installation are expressed as its time.
  private mutating func addFirstSeen(
    _ desired: Solver.DesiredValues, _ attributes: inout [String: RawAttribute]
  ) {
    let choices = candidates["daysSinceInstall"]
    guard !choices.isEmpty else { return }
    let days = desired["daysSinceInstall"] ?? (random.pick(choices) ?? nil)
    guard case .integer(let days)? = days, (0...100_000).contains(days) else { return }
    let moment = now.adding(milliseconds: -days * Timestamp.day)
    attributes["firstSeen"] = .text(moment.rfc3339)
  }
}

extension RawAttribute {
  /// Converts a value to the form that an app would send.
  init(_ value: AttributeValue) {
    self =
      switch value {
      case .string(let text): .text(text)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .boolean(let value): .boolean(value)
      case .version(let version): .text(version.text)
      case .time(let moment): .text(moment.rfc3339)
      case .list(let items): .list(items)
      }
  }
}
