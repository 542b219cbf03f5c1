package import PaywallCatalog

/// A visitor prepared for decisions: attributes read by their types and stored by the slots of one
/// snapshot's schema, ids ready to be hashed. A class, so that passing it on copies nothing.
package final class Visitor: Sendable {
  /// By slot of the schema; `nil` if missing or unreadable.
  let values: [AttributeValue?]
  /// By slot, the keys that tests compare; also `nil` for lists.
  private let keys: [Int64?]
  let userId: UnitValue
  package let anonymousId: UnitValue
  /// The ledger was needed and could not be read.
  package let isLedgerUnavailable: Bool
  package let subscriber: SubscriberKnowledge
  package let language: Language
  /// Built-in attributes that were sent with a value that is none.
  package let unusable: [String]

  /// The language that the visitor reads.
  package struct Language: Sendable {
    /// Its place among the languages of the app.
    package let place: Int
    /// The attributes name no language, so what the request implies counts.
    package let isImplied: Bool
  }

  init(
    values: [AttributeValue?], literals: LiteralTable, userId: UnitValue, anonymousId: UnitValue,
    subscriber: SubscriberKnowledge, language: Language, unusable: [String]
  ) {
    self.values = values
    keys = values.indices.map { slot in values[slot].flatMap { literals.key(of: $0, slot: slot) } }
    self.userId = userId
    self.anonymousId = anonymousId
    self.subscriber = subscriber
    self.language = language
    self.unusable = unusable
    isLedgerUnavailable = if case .unavailable = subscriber { true } else { false }
  }

  /// `daysSinceInstall`. If the device's clock is ahead, it counts as installed today.
  static func age(since firstSeen: Timestamp, at now: Timestamp) -> AttributeValue {
    .integer(Int64(max(0, now.days(since: firstSeen))))
  }

  /// The value in a slot; also `nil` for a slot of another schema.
  package subscript(slot: Int) -> AttributeValue? { slot < values.count ? values[slot] : nil }

  /// The key of the value in a slot; also `nil` for a list, or a slot of another schema.
  func key(_ slot: Int) -> Int64? { slot < keys.count ? keys[slot] : nil }

  /// The value of an attribute, by its name in the snapshot that prepared this visitor.
  package func value(of attribute: String, in snapshot: CompiledSnapshot) -> AttributeValue? {
    snapshot.snapshot.schema.slot(of: attribute).flatMap { self[$0] }
  }

  /// The id of a unit: for `visitor` the `userId`, or the `anonymousId` if none was sent. An
  /// unreadable `userId` is invalid, not missing.
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
  package var text: String? { if case .id(let unit) = self { unit.text } else { nil } }
}
