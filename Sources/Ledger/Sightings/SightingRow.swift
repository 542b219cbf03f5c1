package import PaywallCatalog
package import PaywallTextCoding

/// The key of a sighting within one environment: its first customer stays.
package struct SightingKey: Hashable, Sendable {
  /// In the form in which ids are joined (`JoinForm`).
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
  /// The customer who put it in doubt, or had it before; `nil` if unknown, or erased since.
  package private(set) var contestedBy: CustomerRow.Number?

  package init(
    _ key: SightingKey, customer: CustomerRow.Number, firstSeen: Timestamp,
    route: Sighting.Route, isProved: Bool, isContested: Bool,
    contestedBy: CustomerRow.Number? = nil
  ) {
    self.key = key
    self.customer = customer
    self.firstSeen = firstSeen
    self.route = route
    self.isProved = isProved
    self.isContested = isContested
    self.contestedBy = contestedBy
  }

  package mutating func contest(by customer: CustomerRow.Number?) {
    isContested = true
    contestedBy = customer
  }

  /// The doubt was of one person with themselves.
  mutating func settle() {
    isContested = false
    contestedBy = nil
  }
}

extension SightingRow: Comparable {
  /// The oldest first; at the same time by the ids, so that both ledgers agree.
  package static func < (left: SightingRow, right: SightingRow) -> Bool {
    if left.firstSeen != right.firstSeen { return left.firstSeen < right.firstSeen }
    if left.key.unit != right.key.unit { return left.key.unit < right.key.unit }
    return left.key.kind.rawValue < right.key.kind.rawValue
  }
}
