package import PaywallCatalog

package enum DetailKind: Sendable {
  case text, number, flag
}

/// A type of the members of details.
package protocol DetailContent: SendableMetatype {
  static var kind: DetailKind { get }
  var cell: SQLValue { get }
  init?(cell: SQLValue)
}

extension DetailContent where Self: RawRepresentable<String> {
  package static var kind: DetailKind { .text }
  package var cell: SQLValue { .text(rawValue) }

  package init?(cell: SQLValue) {
    guard case .text(let text) = cell else { return nil }
    self.init(rawValue: text)
  }
}

extension DetailContent where Self: FixedWidthInteger {
  package static var kind: DetailKind { .number }
  package var cell: SQLValue { PlainCell.number(self) }

  package init?(cell: SQLValue) {
    guard case .integer(let number) = cell else { return nil }
    self.init(exactly: number)
  }
}

extension SubscriptionState: DetailContent {}
extension Int: DetailContent {}
extension Int64: DetailContent {}

extension String: DetailContent {
  package static var kind: DetailKind { .text }
  package var cell: SQLValue { .text(self) }

  package init?(cell: SQLValue) {
    guard case .text(let text) = cell else { return nil }
    self = text
  }
}

extension Bool: DetailContent {
  package static var kind: DetailKind { .flag }
  package var cell: SQLValue { PlainCell.flag(self) }

  package init?(cell: SQLValue) {
    guard case .integer(let number) = cell else { return nil }
    self = number != 0
  }
}
