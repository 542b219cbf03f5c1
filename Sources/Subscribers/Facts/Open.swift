/// A word of an enumeration that may grow: what was sent, and what we know it as. A value that is
/// newer than us is kept and never fails to decode.
package struct Open<Known: RawRepresentable & Sendable>: Sendable
where Known.RawValue: Hashable & Sendable {
  package let raw: Known.RawValue

  package init(raw: Known.RawValue) { self.raw = raw }

  package init(_ known: Known) { raw = known.rawValue }

  /// `nil` for a value that is newer than us.
  package var known: Known? { Known(rawValue: raw) }
}

extension Open: Hashable {
  package static func == (left: Open, right: Open) -> Bool { left.raw == right.raw }

  package func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension Open where Known: Equatable {
  package static func == (left: Open, right: Known) -> Bool { left.known == right }
}
