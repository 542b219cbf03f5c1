#if Server
import PaywallTextCoding

/// Which subscriptions of one customer continue each other: a switch to a bundle, or out of one,
/// begins a new purchase chain that names the one before (`previousOriginalTransactionId`). Chains
/// that name each other in a loop are joined once, and a chain of another customer joins nothing.
struct JoinedChains {
  /// Of each id the next one towards the representative of its set.
  private var parents: [UTF8Key: UTF8Key] = [:]

  /// `nil` if no transaction names a chain before it.
  init?(_ timeline: Timeline) {
    let joining = timeline.periods.filter(\.hasPrevious)
    guard !joining.isEmpty else { return nil }
    for period in joining {
      let transaction = timeline.facts[period.index]
      guard let previous = transaction.previousOriginalTransactionId else { continue }
      join(UTF8Key(transaction.originalTransactionId), UTF8Key(previous))
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
#endif
