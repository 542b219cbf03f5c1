/// Where an answer comes from.
public enum Source: Hashable, Codable, Sendable {
  /// The server, just now.
  case network
  /// An earlier answer of the server, by its age.
  case cache(age: Duration)
  /// Decided on this device from a verified bundle that the server handed out.
  case download(Bundled)
  /// Decided on this device from the verified bundle inside the app.
  case bundledFile(Bundled)
  /// Nowhere: the answer is ``Placement/Shows/unknown``.
  case nothing

  /// The bundle that was decided from.
  public struct Bundled: Hashable, Codable, Sendable {
    /// The release of the configuration.
    public let release: String
    /// Since the server signed it.
    public let age: Duration
    /// It is authentic but has expired: the server did not answer, and there was no usable earlier
    /// answer and no bundle that has not expired.
    public let isExpired: Bool
    /// The server knows things about this placement that the bundle does not hold, and may answer
    /// otherwise.
    public let isPartial: Bool
  }
}
