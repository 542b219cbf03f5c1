import PaywallTextCoding

/// Which subscriptions of one customer continue each other: a switch to a bundle, or out of one,
/// begins a new purchase chain that names the one before (`previousOriginalTransactionId`): by its
/// original id, or by that of the bundle which it was part of (AppleFacts.md § 3). Chains that name
/// each other in a loop are joined once, and a chain of another customer joins nothing.
struct JoinedChains {
  /// The next id towards the representative of its set, for each id.
  private var parents: [UTF8Key: UTF8Key] = [:]

  /// `nil` if no transaction names a chain before it.
  init?(_ timeline: Timeline) {
    let joining = timeline.periods.filter(\.hasPrevious)
    guard !joining.isEmpty else { return nil }
    let parts = BundleParts(timeline)
    for period in joining {
      let transaction = timeline.facts[period.index]
      guard let previous = transaction.previousOriginalTransactionId else { continue }
      let original = UTF8Key(transaction.originalTransactionId)
      join(original, UTF8Key(previous))
      for part in parts.chains(of: previous, for: transaction) { join(original, part) }
    }
    for id in Array(parents.keys) { parents[id] = root(id) }
  }

  /// The indices of the subscriptions that continue one of these, with these.
  func joined(_ members: [Int], among subscriptions: [Subscription]) -> [Int] {
    let roots = Set(members.map { root(subscriptions[$0]) })
    return subscriptions.indices.filter { roots.contains(root(subscriptions[$0])) }
  }

  private func root(_ subscription: Subscription) -> UTF8Key {
    let id = UTF8Key(subscription.originalTransactionId)
    return parents[id] ?? id
  }

  /// A walk shortens the way for the next one.
  private mutating func root(_ id: UTF8Key) -> UTF8Key {
    var id = id
    while let parent = parents[id] {
      if let next = parents[parent] { parents[id] = next }
      id = parent
    }
    return id
  }

  /// A root gets a parent only from another set, so no walk comes back to where it was.
  private mutating func join(_ one: UTF8Key, _ other: UTF8Key) {
    let (first, second) = (root(one), root(other))
    if first != second { parents[first] = second }
  }
}

/// The purchase chains of a customer that are parts of bundles, by the bundle's original id.
private struct BundleParts {
  private var parts: [UTF8Key: [UTF8Key: Part]] = [:]

  private struct Part {
    let chain: UTF8Key
    let group: UTF8Key?
  }

  init(_ timeline: Timeline) {
    for period in timeline.periods {
      let transaction = timeline.facts[period.index]
      guard let bundle = transaction.bundle?.originalTransactionId else { continue }
      let chain = UTF8Key(transaction.originalTransactionId)
      parts[UTF8Key(bundle), default: [:]][chain] = Part(
        chain: chain, group: transaction.groupId.map(UTF8Key.init))
    }
  }

  /// Returns the chains in the group of the transaction that names the bundle; all of them if none
  /// is.
  func chains(of bundle: String, for transaction: TransactionFact) -> [UTF8Key] {
    guard let found = parts[UTF8Key(bundle)]?.values else { return [] }
    let group = transaction.groupId.map(UTF8Key.init)
    let own = found.filter { $0.group == group }
    return (own.isEmpty ? Array(found) : own).map(\.chain)
  }
}
