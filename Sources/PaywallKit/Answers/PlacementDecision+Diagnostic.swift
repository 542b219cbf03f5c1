extension PlacementDecision {
  /// Why a source did not answer, or what it left out.
  public enum Diagnostic: Hashable, Sendable {
    /// The server did not answer, or was not asked because of an earlier failure.
    case network(NetworkFailure)
    /// No answer is stored that may still be used.
    case noCache
    /// The device's storage did not answer in time, or not at all.
    case storage
    /// There is no bundle that may be used, with the reason.
    case noBundle(String)
    /// The better answer would show another variant than the one of this session.
    case otherVariant
    /// The server could not verify a text of the evidence, and decided without it: where it was sent,
    /// such as `transactions[3]`, and why it is not trusted.
    case evidenceLeftOut(field: String, reason: String)
  }
}

extension PlacementDecision.Diagnostic: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "network": self = .network(try coded.value())
    case "noCache": self = .noCache
    case "storage": self = .storage
    case "noBundle": self = .noBundle(try coded.value())
    case "otherVariant": self = .otherVariant
    case "evidenceLeftOut":
      self = .evidenceLeftOut(field: try coded.value("field"), reason: try coded.value("reason"))
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .network(let failure): try encoder.encode(case: "network", failure)
    case .noCache: try encoder.encode(case: "noCache")
    case .storage: try encoder.encode(case: "storage")
    case .noBundle(let reason): try encoder.encode(case: "noBundle", reason)
    case .otherVariant: try encoder.encode(case: "otherVariant")
    case .evidenceLeftOut(let field, let reason):
      var values = encoder.values(of: "evidenceLeftOut")
      try values.encode(field, forKey: "field")
      try values.encode(reason, forKey: "reason")
    }
  }
}
