import Catalog
import Subscribers
import TextCoding

/// Invents what the ledger would know of a customer: what is wished for, and around it something
/// that hangs together.
struct FactsMaker {
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

  /// `wishes` are by attribute, with `subscription.` in front; others are no wishes for facts.
  func knowledge(_ wishes: Solver.Wishes, _ dice: inout Dice) -> SubscriberKnowledge {
    let facts = wishes.filter { $0.key.hasPrefix(Self.prefix) }
    guard isKnown(facts, &dice) else { return .unidentified }
    var own: [String: Solver.Wishes] = [:]
    let best = bestGroup(facts, &dice)
    for (name, value) in facts {
      let fact = name.dropFirst(Self.prefix.count)
      let group = groups.first { fact.hasPrefix("\($0).") }
      let word = group.map { String(fact.dropFirst($0.utf8.count + 1)) } ?? String(fact)
      guard word != "known", word != "group" else { continue }
      own[group ?? best, default: [:]].updateValue(value, forKey: word)
    }
    let wantsNobody = own.isEmpty && wishes["subscription.group"] == .some(nil)
    if own.isEmpty, !wantsNobody, !dice.hits(oneIn: 4) { own[best] = [:] }
    var groups: [String: GroupFacts] = [:]
    for (key, wishes) in own.sorted(by: { $0.key.precedes($1.key) }) {
      groups[key] = group(key, wishes, &dice)
    }
    return .known(
      SubscriberFacts(
        groups: groups, redemptions: redemptions(&dice), newestFact: now,
        isComplete: !dice.hits(oneIn: 4)))
  }

  private static let prefix = "subscription."

  private func isKnown(_ facts: Solver.Wishes, _ dice: inout Dice) -> Bool {
    if case .boolean(let known)?? = facts["subscription.known"] { return known }
    if facts.contains(where: { $0.value != nil }) { return true }
    return !dice.hits(oneIn: 3)
  }

  private func bestGroup(_ facts: Solver.Wishes, _ dice: inout Dice) -> String {
    if case .string(let group)?? = facts["subscription.group"] { return group }
    return dice.pick(groups) ?? groups[0]
  }

  private func redemptions(_ dice: inout Dice) -> [String: [Timestamp]] {
    guard let offer = dice.pick(limited), dice.hits(oneIn: 4) else { return [:] }
    return [offer: [now.adding(milliseconds: -Timestamp.day)]]
  }

  private func group(
    _ key: String, _ wishes: Solver.Wishes, _ dice: inout Dice
  ) -> GroupFacts {
    func flag(_ name: String) -> Bool? {
      if case .boolean(let value)?? = wishes[name] { value } else { nil }
    }
    func text(_ name: String) -> String? {
      if case .string(let value)?? = wishes[name] { value } else { nil }
    }
    func count(_ name: String) -> Int? {
      if case .integer(let value)?? = wishes[name] { Int(clamping: value) } else { nil }
    }
    let state = state(wishes, &dice)
    let isCurrent = state == .subscribed || state == .inGracePeriod
    let ever = flag("ever") ?? (state != .none)
    var facts = GroupFacts(state: state, ever: ever)
    facts.product = text("product") ?? (ever ? dice.pick(products[key] ?? []) : nil)
    facts.offer = text("offer")
    facts.autoRenew = flag("autoRenew") ?? (isCurrent ? !dice.hits(oneIn: 3) : ever ? false : nil)
    facts.inTrial = flag("inTrial") ?? (state == .subscribed && dice.hits(oneIn: 8))
    facts.everIntroductory = flag("everIntroductory") ?? (ever && !dice.hits(oneIn: 3))
    facts.refunded = flag("refunded") ?? (ever && dice.hits(oneIn: 16))
    facts.familyShared = flag("familyShared") ?? (ever && dice.hits(oneIn: 16))
    let isLapsed = ever && !isCurrent
    facts.lapsedDays =
      count("lapsedDays") ?? (isLapsed ? days("lapsedDays", key, below: 400, &dice) : nil)
    facts.paidDays = count("paidDays") ?? (ever ? days("paidDays", key, below: 800, &dice) : 0)
    // An attribute that is to be missing is.
    for (name, value) in wishes where value == nil { facts.forget(name) }
    if isLapsed, !winBacks.isEmpty, dice.hits(oneIn: 2) {
      facts.winBack = GroupFacts.WinBackList(
        offerIds: winBacks.filter { _ in !dice.hits(oneIn: 3) }, signedDate: now)
    }
    return facts
  }

  /// The one that is wished for, or one that what is wished for can hold in.
  private func state(_ wishes: Solver.Wishes, _ dice: inout Dice) -> SubscriptionState {
    if case .string(let word)?? = wishes["state"], let state = SubscriptionState(rawValue: word) {
      return state
    }
    func has(_ name: String, _ value: Bool) -> Bool { wishes[name] == .boolean(value) }
    if has("ever", false) { return .none }
    if wishes["lapsedDays"]?.flatMap(\.self) != nil { return .expired }
    if has("inTrial", true) || wishes["autoRenew"]?.flatMap(\.self) != nil { return .subscribed }
    let isSomebody = has("ever", true) || has("everIntroductory", true) || has("refunded", true)
    let states = SubscriptionState.allCases.filter { !isSomebody || $0 != .none }
    return dice.pick(states) ?? .subscribed
  }

  /// On a boundary that some condition has, or anywhere.
  private func days(
    _ name: String, _ group: String, below most: Int, _ dice: inout Dice
  ) -> Int {
    let named = candidates["subscription.\(name)"] + candidates["subscription.\(group).\(name)"]
    if !dice.hits(oneIn: 3), case .integer(let days)?? = dice.pick(named), days >= 0 {
      return Int(clamping: days)
    }
    return dice.roll(below: most)
  }
}

extension GroupFacts {
  fileprivate mutating func forget(_ name: String) {
    switch name {
    case "product": product = nil
    case "offer": offer = nil
    case "autoRenew": autoRenew = nil
    case "lapsedDays": lapsedDays = nil
    default: break
    }
  }
}
