package import PaywallCatalog

/// Finds notifications by date, customer and type, so that no page looks through all of them.
package struct NotificationIndex: Sendable {
  /// Places in the list of deliveries, in ascending order.
  private var byCustomer: [String: [Int32]] = [:]
  private var byType: [NotificationType: [Int32]] = [:]
  private var byId: [String: Int32] = [:]
  private var count = 0

  package init() {}

  /// Adds the notifications that are new since the last call.
  package mutating func update(_ deliveries: [DeliveryQueue.Delivery]) {
    for place in count..<deliveries.count {
      let notification = deliveries[place].notification
      byType[notification.type, default: []].append(Int32(place))
      if let customer = notification.customer {
        byCustomer[customer.id, default: []].append(Int32(place))
      }
      byId[notification.uuid] = Int32(place)
    }
    count = deliveries.count
  }

  /// The places of all notifications of a customer.
  package func places(of customer: String) -> [Int] {
    (byCustomer[customer] ?? []).map(Int.init)
  }

  /// The place of a notification by its `notificationUUID`.
  package func place(of uuid: String) -> Int? { byId[uuid].map(Int.init) }

  /// Up to twenty notifications in the order in which they were sent.
  ///
  /// - Parameter start: the first place that is looked at.
  package func page(
    _ query: NotificationQuery, of deliveries: [DeliveryQueue.Delivery], from start: Int
  ) -> NotificationPage {
    guard let customer = query.customer else {
      guard let type = query.type else {
        return page(0..<count, { $0 }, query, deliveries, start)
      }
      let places = byType[type] ?? []
      return page(places.indices, { Int(places[$0]) }, query, deliveries, start)
    }
    let places = byCustomer[customer] ?? []
    return page(places.indices, { Int(places[$0]) }, query, deliveries, start)
  }

  private func page(
    _ range: Range<Int>, _ place: (Int) -> Int, _ query: NotificationQuery,
    _ deliveries: [DeliveryQueue.Delivery], _ start: Int
  ) -> NotificationPage {
    // Both bounds by bisection: dates do not descend but by the milliseconds that tell
    // notifications of one cause apart.
    let slack = NotificationQuery.slack
    var next = range.first { index in
      place(index) >= start
        && deliveries[place(index)].notification.signedDate.adding(milliseconds: slack)
          >= query.start
    }
    var found: [Int] = []
    var looked = 0
    while let index = next, index < range.upperBound {
      let delivery = deliveries[place(index)]
      guard delivery.notification.signedDate <= query.end.adding(milliseconds: slack) else { break }
      if found.count == World.pageSize || looked == NotificationQuery.mostLooked {
        return NotificationPage(places: found, next: place(index))
      }
      looked += 1
      if query.contains(delivery) { found.append(place(index)) }
      next = index + 1
    }
    return NotificationPage(places: found, next: nil)
  }
}

extension Range<Int> {
  /// Returns the first element for which a condition holds, if it holds for all after it.
  fileprivate func first(where holds: (Int) -> Bool) -> Int? {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low < upperBound ? low : nil
  }
}

/// Which notifications are asked for.
package struct NotificationQuery: Hashable, Sendable {
  package var start: Timestamp
  /// The last moment.
  package var end: Timestamp
  package var type: NotificationType?
  package var subtype: NotificationSubtype?
  /// The id of a customer in this world.
  package var customer: String?
  package var onlyFailures = false

  /// Several notifications of one cause are signed some milliseconds after it.
  static let slack: Int64 = 1_000
  /// A page looks at no more notifications, even if it finds fewer than twenty.
  static let mostLooked = 5_000

  package init(from start: Timestamp, to end: Timestamp) {
    self.start = start
    self.end = end
  }

  func contains(_ delivery: DeliveryQueue.Delivery) -> Bool {
    let notification = delivery.notification
    guard notification.signedDate >= start, notification.signedDate <= end else { return false }
    if let type, notification.type != type { return false }
    if let subtype, notification.subtype != subtype { return false }
    return !onlyFailures || !(delivery.attempts.isEmpty || delivery.hasArrived)
  }
}

/// Places of notifications in the list of deliveries.
package struct NotificationPage: Hashable, Sendable {
  package let places: [Int]
  /// Where the next page begins; `nil` on the last one.
  package let next: Int?
}
