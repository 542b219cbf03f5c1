package import PaywallCatalog
package import PaywallTextCoding

/// The key of a sighting within one environment: its first customer stays.
package struct SightingKey: Hashable, Sendable {
  /// The id in the form in which ids are joined (`JoinForm`).
  package let unit: UTF8Key
  package let kind: IdOrigin

  package init(_ id: String, _ kind: IdOrigin) {
    unit = UTF8Key(JoinForm.of(id))
    self.kind = kind
  }
}

/// A sighting as it is stored.
package struct SightingRow: Hashable, Sendable {
  package let key: SightingKey
  package var customer: CustomerRow.Number
  package var firstSeen: Timestamp
  package var route: Sighting.Route
  package var isProved: Bool
  package var isContested: Bool
  /// The customers who put it in doubt, or had it before, at most `Sighting.mostDoubts`; empty if one
  /// of them is unknown, or erased since: then nothing settles the doubt.
  package private(set) var contestedBy: Set<CustomerRow.Number> = []

  /// Whether the doubt stays even if two customers turn out to be one person.
  private var isContestedForGood: Bool { isContested && contestedBy.isEmpty }

  /// Whether a claim of another customer adds to the doubt.
  func canBeContested(by customer: CustomerRow.Number) -> Bool {
    !isContestedForGood && !contestedBy.contains(customer)
      && contestedBy.count < Sighting.mostDoubts
  }

  mutating func contest(by customer: CustomerRow.Number) {
    guard canBeContested(by: customer) else { return }
    isContested = true
    contestedBy.insert(customer)
  }

  /// A customer who put it in doubt is erased.
  mutating func contestForGood() {
    isContested = true
    contestedBy = []
  }

  /// The row of a customer with a better claim to the id. Any customer who was seen with it puts
  /// that in doubt.
  func replaced(
    by customer: CustomerRow.Number, at now: Timestamp, route: Sighting.Route, isProved: Bool
  ) -> SightingRow {
    var row = SightingRow(
      key: key, customer: customer, firstSeen: now, route: route, isProved: isProved,
      isContested: isContested, contestedBy: contestedBy)
    row.settle()
    row.contest(by: self.customer)
    return row
  }

  /// Two customers are one person.
  mutating func merge(_ provisional: CustomerRow.Number, into named: CustomerRow.Number) {
    if customer == provisional { customer = named }
    if contestedBy.remove(provisional) != nil { contestedBy.insert(named) }
    settle()
  }

  /// No one is in doubt with themselves.
  private mutating func settle() {
    guard contestedBy.remove(customer) != nil else { return }
    isContested = !contestedBy.isEmpty
  }
}

extension SightingRow: Comparable {
  /// The oldest first; at the same time by the ids, so that both ledgers agree.
  package static func < (left: SightingRow, right: SightingRow) -> Bool {
    (left.firstSeen, left.key.unit, left.key.kind.rawValue)
      < (right.firstSeen, right.key.unit, right.key.kind.rawValue)
  }
}

extension SightingRow {
  /// A unit, its kind, a customer, when it was seen first, the route, whether it is proved.
  ///
  /// - Parameter contesters: of a contested one.
  package init(
    _ row: some LedgerRow, isContested: Bool = false,
    contestedBy contesters: Set<CustomerRow.Number> = []
  ) throws {
    self.init(
      key: try SightingKey(row), customer: row.int64(2), firstSeen: row.moment(3) ?? .epoch,
      route: try row.known(4, "a sighting of an unknown kind"), isProved: row.flag(5) ?? false,
      isContested: isContested,
      contestedBy: contesters)
  }
}

extension SightingKey {
  /// A unit and its kind.
  package init(_ row: some LedgerRow) throws {
    self.init(try row.required(0), try row.known(1, "a sighting of an unknown kind"))
  }
}
