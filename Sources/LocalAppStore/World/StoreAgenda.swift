import PaywallCatalog

/// Apple's actions at a later moment, beside the due dates of subscriptions.
struct StoreAgenda: Sendable {
  private var items: [Item] = []
  private var queue = DueQueue()

  enum Item: Sendable {
    /// The time to answer with consumption data is over.
    case decideRefund(of: String, requested: Timestamp)
    case extendAll(MassExtension.Key)
  }

  mutating func add(_ item: Item, at moment: Timestamp) {
    queue.schedule(items.count, at: moment)
    items.append(item)
  }

  mutating func nextMoment() -> Timestamp? { queue.nextMoment() }

  /// Takes out the next item that is due by a moment.
  mutating func next(by moment: Timestamp) -> Item? {
    queue.next(by: moment).map { items[$0.item] }
  }
}
