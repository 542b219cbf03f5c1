/// The source of an answer.
public enum DecisionSource: Hashable, Sendable {
  /// The server, just now.
  case network
  /// An earlier answer of the server, by its age.
  case cache(age: Duration)
  /// Decided on this device from a verified bundle that the server handed out.
  case download(Bundled)
  /// Decided on this device from the verified bundle inside the app.
  case bundledFile(Bundled)
  /// No source: the answer is ``PlacementDecision/Shows/unknown``.
  case nothing

  /// The bundle that was decided from.
  public struct Bundled: Hashable, Codable, Sendable {
    /// The release of the configuration.
    public let release: String
    /// The time since the server signed it.
    public let age: Duration
    /// True if it is authentic but has expired: the server did not answer, and there was no usable
    /// earlier answer and no bundle that has not expired.
    public let isExpired: Bool
    /// True if the server knows things about this placement that the bundle does not hold, and may
    /// answer otherwise.
    public let isPartial: Bool
  }
}

extension DecisionSource: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "network": self = .network
    case "cache": self = .cache(age: try coded.value("age"))
    case "download": self = .download(try coded.value())
    case "bundledFile": self = .bundledFile(try coded.value())
    case "nothing": self = .nothing
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .network: try encoder.encode(case: "network")
    case .cache(let age): try encoder.encode(case: "cache", age, as: "age")
    case .download(let bundled): try encoder.encode(case: "download", bundled)
    case .bundledFile(let bundled): try encoder.encode(case: "bundledFile", bundled)
    case .nothing: try encoder.encode(case: "nothing")
    }
  }
}
