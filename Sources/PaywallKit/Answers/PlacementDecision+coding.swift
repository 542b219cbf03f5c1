extension PlacementDecision.Shows: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "paywall": self = .paywall(try coded.value())
    case "nothing": self = .nothing
    case "unknown": self = .unknown
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .paywall(let paywall): try encoder.encode(case: "paywall", paywall)
    case .nothing: try encoder.encode(case: "nothing")
    case .unknown: try encoder.encode(case: "unknown")
    }
  }
}

extension PlacementDecision.Reason: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "forced": self = .forced
    case "unknownPlacement": self = .unknownPlacement
    case "experiment": self = .experiment
    case "winner": self = .winner
    case "rule": self = .rule(try coded.value())
    case "default": self = .default
    case "other": self = .other(try coded.value())
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .forced: try encoder.encode(case: "forced")
    case .unknownPlacement: try encoder.encode(case: "unknownPlacement")
    case .experiment: try encoder.encode(case: "experiment")
    case .winner: try encoder.encode(case: "winner")
    case .rule(let number): try encoder.encode(case: "rule", number)
    case .default: try encoder.encode(case: "default")
    case .other(let word): try encoder.encode(case: "other", word)
    }
  }
}
