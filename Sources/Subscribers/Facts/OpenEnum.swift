/// A value of an enumeration that may grow: the raw value that was sent, and the case if it is
/// known. An unknown value never fails to decode.
package struct OpenEnum<Known: RawRepresentable & Sendable>: Sendable
where Known.RawValue: Hashable & Sendable {
  package let raw: Known.RawValue

  package init(raw: Known.RawValue) { self.raw = raw }

  package init(_ known: Known) { raw = known.rawValue }

  /// `nil` for an unknown value.
  package var known: Known? { Known(rawValue: raw) }
}

extension OpenEnum: Hashable {
  package static func == (left: OpenEnum, right: OpenEnum) -> Bool { left.raw == right.raw }

  package func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension OpenEnum: Codable where Known.RawValue: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(raw: try decoder.singleValueContainer().decode(Known.RawValue.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }
}

extension OpenEnum where Known: Equatable {
  package static func == (left: OpenEnum, right: Known) -> Bool { left.known == right }
}
