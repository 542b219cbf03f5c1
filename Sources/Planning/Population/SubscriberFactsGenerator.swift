import PaywallCatalog
import PaywallTextCoding

/// Generates the ledger's facts of a customer: the desired ones, completed consistently.
struct SubscriberFactsGenerator {
  let groups: [String]
  /// Product ids by group.
  let products: [String: [String]]
  /// Apple's identifiers of the win-back offers, and of those with a limit per customer.
  let winBacks: [String]
  let limited: [String]
  let candidates: Candidates
  let now: Timestamp

  init(_ snapshots: [Snapshot], _ candidates: Candidates, at now: Timestamp) {
    var keys: [String] = []
    for group in snapshots.flatMap(\.groups) where !keys.contains(group.key) {
      keys.append(group.key)
    }
    groups = keys.isEmpty ? ["subscription"] : keys
    let all = snapshots.flatMap { $0.products.values }.sorted { $0.id.precedes($1.id) }
    products = Dictionary(grouping: all.filter { $0.group != nil }) { $0.group ?? "" }
      .mapValues { $0.map(\.id) }
    let offers = snapshots.flatMap { $0.offers.values }.sorted { $0.key.precedes($1.key) }
    winBacks = offers.filter { $0.kind == .winBack }.map(\.id)
    limited = offers.filter { $0.limit?.perCustomer != nil }.map(\.id)
    self.candidates = candidates
    self.now = now
  }

  /// `desired` is by attribute, with the prefix `subscription.`; others are ignored.
  func knowledge(_ desired: Solver.DesiredValues, _ random: inout SeededRandom)
    -> SubscriberKnowledge
  {
    let facts = desired.filter { $0.key.hasPrefix(Self.prefix) }
    guard isKnown(facts, &random) else { return .unidentified }
    var own: [String: Solver.DesiredValues] = [:]
    let best = bestGroup(facts, &random)
    for (name, value) in facts {
      let fact = name.dropFirst(Self.prefix.count)
      let group = groups.first { fact.hasPrefix("\($0).") }
      let word = group.map { String(fact.dropFirst($0.utf8.count + 1)) } ?? String(fact)
      guard word != "known", word != "group" else { continue }
      own[group ?? best, default: [:]].updateValue(value, forKey: word)
    }
    let wantsNoGroup = own.isEmpty && desired["subscription.group"] == .some(nil)
    if own.isEmpty, !wantsNoGroup, !random.chance(oneIn: 4) { own[best] = [:] }
    var groups: [String: GroupFacts] = [:]
    for (key, desired) in own.sorted(by: { $0.key.precedes($1.key) }) {
      groups[key] = group(key, desired, &random)
    }
    return .known(
      SubscriberFacts(
        groups: groups, redemptions: redemptions(&random), newestFact: now,
        isComplete: !random.chance(oneIn: 4)))
  }

  private static let prefix = "subscription."

  private func isKnown(_ facts: Solver.DesiredValues, _ random: inout SeededRandom) -> Bool {
    if case .boolean(let known)?? = facts["subscription.known"] { return known }
    if facts.contains(where: { $0.value != nil }) { return true }
    return !random.chance(oneIn: 3)
  }

  private func bestGroup(_ facts: Solver.DesiredValues, _ random: inout SeededRandom) -> String {
    if case .string(let group)?? = facts["subscription.group"] { return group }
    return random.pick(groups) ?? groups[0]
  }

  private func redemptions(_ random: inout SeededRandom) -> [String: [Timestamp]] {
    guard let offer = random.pick(limited), random.chance(oneIn: 4) else { return [:] }
    return [offer: [now.adding(milliseconds: -Timestamp.day)]]
  }

  private func group(
    _ key: String, _ desired: Solver.DesiredValues, _ random: inout SeededRandom
  ) -> GroupFacts {
    func flag(_ name: String) -> Bool? {
      if case .boolean(let value)?? = desired[name] { value } else { nil }
    }
    func text(_ name: String) -> String? {
      if case .string(let value)?? = desired[name] { value } else { nil }
    }
    func count(_ name: String) -> Int? {
      if case .integer(let value)?? = desired[name] { Int(clamping: value) } else { nil }
    }
    let state = state(desired, &random)
    let isCurrent = state == .subscribed || state == .inGracePeriod
    let ever = flag("ever") ?? (state != .none)
    var facts = GroupFacts(state: state, ever: ever)
    facts.product = text("product") ?? (ever ? random.pick(products[key] ?? []) : nil)
    facts.offer = text("offer")
    facts.autoRenew =
      flag("autoRenew") ?? (isCurrent ? !random.chance(oneIn: 3) : ever ? false : nil)
    facts.inTrial = flag("inTrial") ?? (state == .subscribed && random.chance(oneIn: 8))
    facts.everIntroductory = flag("everIntroductory") ?? (ever && !random.chance(oneIn: 3))
    facts.refunded = flag("refunded") ?? (ever && random.chance(oneIn: 16))
    facts.familyShared = flag("familyShared") ?? (ever && random.chance(oneIn: 16))
    let isLapsed = ever && !isCurrent
    facts.lapsedDays =
      count("lapsedDays") ?? (isLapsed ? days("lapsedDays", key, below: 400, &random) : nil)
    facts.paidDays = count("paidDays") ?? (ever ? days("paidDays", key, below: 800, &random) : 0)
    facts.seats = count("seats") ?? facts.usualSeats
    facts.commitment = flag("commitment") ?? false
    // Removes attributes that must be missing.
    for (name, value) in desired where value == nil { facts.forget(name) }
    if isLapsed, !winBacks.isEmpty, random.chance(oneIn: 2) {
      facts.winBack = GroupFacts.WinBackList(
        offerIds: winBacks.filter { _ in !random.chance(oneIn: 3) }, signedDate: now)
    }
    return facts
  }

  /// The desired state, or one that the other desired facts allow.
  private func state(_ desired: Solver.DesiredValues, _ random: inout SeededRandom)
    -> SubscriptionState
  {
    if case .string(let word)?? = desired["state"], let state = SubscriptionState(rawValue: word) {
      return state
    }
    func has(_ name: String, _ value: Bool) -> Bool { desired[name] == .boolean(value) }
    if has("ever", false) { return .none }
    if desired["lapsedDays"]?.flatMap(\.self) != nil { return .expired }
    if has("inTrial", true) || has("commitment", true)
      || desired["seats"]?.flatMap(\.self) != nil || desired["autoRenew"]?.flatMap(\.self) != nil
    {
      return .subscribed
    }
    let isSomebody = has("ever", true) || has("everIntroductory", true) || has("refunded", true)
    let states = SubscriptionState.allCases.filter { !isSomebody || $0 != .none }
    return random.pick(states) ?? .subscribed
  }

  /// The boundary of a condition, or any number.
  private func days(
    _ name: String, _ group: String, below most: Int, _ random: inout SeededRandom
  ) -> Int {
    let named = candidates["subscription.\(name)"] + candidates["subscription.\(group).\(name)"]
    if !random.chance(oneIn: 3), case .integer(let days)?? = random.pick(named), days >= 0 {
      return Int(clamping: days)
    }
    return random.next(below: most)
  }
}

extension GroupFacts {
  fileprivate mutating func forget(_ name: String) {
    switch name {
    case "product": product = nil
    case "offer": offer = nil
    case "autoRenew": autoRenew = nil
    case "lapsedDays": lapsedDays = nil
    case "seats": seats = nil
    default: break
    }
  }
}
