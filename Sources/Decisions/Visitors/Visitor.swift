package import Catalog
import Subscribers

/// Who asks, prepared for decisions: attributes read by their types and laid out by the slots of
/// one schema, ids ready to be hashed.
package struct Visitor: Hashable, Sendable {
  /// By slot of the schema; `nil` is missing or unreadable.
  let values: [AttributeValue?]
  let userId: UnitValue
  let anonymousId: UnitValue
  /// The ledger was to be asked and could not be.
  let isLedgerUnavailable: Bool
  let subscriber: SubscriberKnowledge

  /// The id that a unit stands for: of `visitor` the `userId`, or the `anonymousId` if none was
  /// sent. An unreadable `userId` is not passed over.
  package func id(for unit: Unit) -> UnitValue {
    switch unit {
    case .userId: userId
    case .anonymousId: anonymousId
    case .visitor: userId == .missing ? anonymousId : userId
    }
  }
}

/// An id as it was sent.
package enum UnitValue: Hashable, Sendable {
  /// Not sent, or empty.
  case missing
  /// Neither text nor an integer of at most 2^53 − 1.
  case invalid
  case id(HashedUnit)

  /// The id as text.
  package var text: String? {
    guard case .id(let unit) = self else { return nil }
    return unit.text
  }
}
