import LocalAppStore
import PaywallCatalog

/// Where the periods and notifications of one subscription are on a line from its first purchase on.
/// Positions are whole hundredths of a percent of the width, 0 to 10,000.
struct TimeLine: Sendable {
  var bars: [Bar]
  var dots: [Dot]
  var ticks: [Tick]
  /// The position of the present.
  var now: Int
  /// Rows of dots; 0 without any.
  var rows: Int
  var from: Timestamp
  var to: Timestamp

  struct Bar: Hashable, Sendable {
    var kind: Kind
    var from: Timestamp
    var to: Timestamp
    var left = 0
    var width = 0
    var product: String
    /// The price that was paid, in milliunits; `nil` for a bar that is no period of its own.
    var price: Int64?
  }

  enum Kind: String, CaseIterable, Sendable {
    case trial, offer, paid, grace, retry, revoked
  }

  struct Dot: Sendable {
    var delivery: DeliveryQueue.Delivery
    var left = 0
    /// 0 for the one next to the bars.
    var row = 0
  }

  struct Tick: Hashable, Sendable {
    var left: Int
    var text: String
  }

  static let width = 10_000
  /// Dots that are nearer are in different rows.
  static let nearest = 260
  static let mostRows = 8
  /// The line begins with the oldest of the last periods.
  static let mostPeriods = 120

  /// - Parameter deliveries: those of the customer, in their order; deliveries of other
  ///   subscriptions are left out.
  init(_ subscription: StoreSubscription, _ deliveries: [DeliveryQueue.Delivery], now: Timestamp) {
    let transactions = subscription.transactions.suffix(Self.mostPeriods)
    let ids = Set(transactions.flatMap(\.everyCopy).map(\.transactionId))
    let own = deliveries.filter { delivery in
      delivery.notification.transaction.map { ids.contains($0.transactionId) } ?? false
    }
    let periods = Self.periods(Array(transactions))
    let failures = Self.failures(in: own, until: subscription.phase, now)
    bars = (periods + failures).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    let last = max(now, bars.map(\.to).max() ?? now)
    from = (transactions.first ?? subscription.current).purchaseDate
    // A margin keeps the last event away from the edge.
    to = last.adding(milliseconds: max((last.milliseconds - from.milliseconds) / 40, 3_600_000))
    (dots, ticks, rows, self.now) = ([], [], 0, 0)
    let scale = Scale(from: from, to: to)
    for index in bars.indices {
      bars[index].left = scale.position(bars[index].from)
      bars[index].width = max(scale.position(bars[index].to) - bars[index].left, 15)
    }
    self.now = scale.position(now)
    dots = Self.placed(own, scale)
    rows = (dots.map(\.row).max() ?? -1) + 1
    ticks = scale.ticks
  }

  /// Each period until its end, or until the next one if that began earlier. A refunded period is
  /// revoked from the refund on, and all of it if the period was over.
  private static func periods(_ all: [StoreTransaction]) -> [Bar] {
    var bars: [Bar] = []
    for (index, transaction) in all.enumerated() {
      guard let expires = transaction.expiresDate else { continue }
      let next = index + 1 < all.count ? all[index + 1].purchaseDate : expires
      let end = max(min(expires, next), transaction.purchaseDate)
      var bar = Bar(
        kind: transaction.kind, from: transaction.purchaseDate, to: end,
        product: transaction.productId, price: transaction.price)
      if let revoked = transaction.revocation?.date {
        var rest = bar
        rest.kind = .revoked
        if revoked > bar.from, revoked < expires {
          bar.to = min(revoked, end)
          rest.from = bar.to
          bars.append(bar)
        }
        if rest.from < end { bars.append(rest) }
      } else {
        bars.append(bar)
      }
    }
    return bars
  }

  /// Grace periods and billing retries: from the notification that begins one to the next that ends
  /// it; the present one until it will end.
  private static func failures(
    in deliveries: [DeliveryQueue.Delivery], until phase: StoreSubscription.Phase, _ now: Timestamp
  ) -> [Bar] {
    var bars: [Bar] = []
    var open: Bar?
    func close(at end: Timestamp) {
      guard var bar = open else { return }
      bar.to = end
      bars.append(bar)
      open = nil
    }
    for delivery in deliveries {
      let sent = delivery.notification
      let begins: Kind?
      switch sent.type {
      case .didFailToRenew: begins = sent.subtype == .gracePeriod ? .grace : .retry
      case .gracePeriodExpired: begins = .retry
      case .didRenew, .expired, .refund, .subscribed: begins = nil
      default: continue
      }
      close(at: sent.signedDate)
      open = begins.map {
        Bar(
          kind: $0, from: sent.signedDate, to: sent.signedDate,
          product: sent.transaction?.productId ?? "")
      }
    }
    switch phase {
    case .gracePeriod(let until), .billingRetry(let until): close(at: until)
    case .active, .expired, .revoked: close(at: now)
    }
    return bars
  }

  /// Each dot in the lowest row in which nothing is near.
  private static func placed(_ deliveries: [DeliveryQueue.Delivery], _ scale: Scale) -> [Dot] {
    var last: [Int] = []
    return deliveries.map { delivery in
      let left = scale.position(delivery.notification.signedDate)
      let free = last.firstIndex { left - $0 >= nearest }
      let row = free ?? min(last.count, mostRows - 1)
      if row == last.count { last.append(left) } else { last[row] = left }
      return Dot(delivery: delivery, left: left, row: row)
    }
  }
}

extension StoreTransaction {
  fileprivate var kind: TimeLine.Kind {
    guard offer != nil else { return .paid }
    return price == 0 ? .trial : .offer
  }
}
