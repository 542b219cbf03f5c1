package import PaywallCatalog

/// The faults between the App Store and a server. Which notifications they hit follows from the
/// seed and from the number of a notification in the queue, so that the same story meets the same
/// faults.
package struct DeliveryFaults: Hashable, Sendable {
  package var seed: UInt64
  /// The share of notifications of which no attempt arrives.
  package var lost = BasisPoints.none
  /// The share that is sent later, by `lateness`.
  package var late = BasisPoints.none
  package var lateness = Period(days: 3)
  /// The share that the next notification overtakes, or that is sent a day later if none comes.
  package var outOfOrder = BasisPoints.none
  /// The share that arrives twice.
  package var doubled = BasisPoints.none
  /// The share before which something forged arrives, with the same `notificationUUID`.
  package var garbage = BasisPoints.none
  /// The forgeries to choose from, one each time.
  package var forgeries = Forgery.allCases
  /// The number of the next attempts that are answered 503 on the way.
  package var unavailable = 0
  /// Keeps everything back. All of it arrives in one burst when the faults change.
  package var isHeld = false

  package init(seed: UInt64 = 0) { self.seed = seed }

  /// Something that no server may believe.
  package enum Forgery: String, CaseIterable, Sendable {
    case brokenSignature
    /// A chain in the shape of Apple's, under a root that nothing trusts.
    case otherRoot
    case truncated
    /// Rightly signed, for another app.
    case otherApp
  }

  /// The faults that hit one notification.
  struct Hits: Hashable {
    var isLost = false
    var isLate = false
    var isOutOfOrder = false
    var isDoubled = false
    var forgery: Forgery?
  }

  private var canHit: Bool { [lost, late, outOfOrder, doubled, garbage].contains { $0 != .none } }

  /// Each fault has a number of its own, so that one of them does not change what the others hit.
  ///
  /// - Parameter number: of the notification in the queue.
  func hits(_ number: Int) -> Hits {
    guard canHit else { return Hits() }
    var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    func isHit(_ share: BasisPoints) -> Bool { Int(random.next() % 10_000) < share.value }
    var hits = Hits(
      isLost: isHit(lost), isLate: isHit(late), isOutOfOrder: isHit(outOfOrder),
      isDoubled: isHit(doubled))
    let isForged = isHit(garbage)
    let kind = random.next()
    if isForged, !forgeries.isEmpty {
      hits.forgery = forgeries[Int(kind % UInt64(forgeries.count))]
    }
    return hits
  }
}
