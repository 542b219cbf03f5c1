/// Where an answer comes from.
public enum Source: Hashable, Sendable {
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
  public struct Bundled: Hashable, Sendable {
    /// The release of the configuration.
    public let release: String
    /// Since the server signed it.
    public let age: Duration
    /// It is authentic but older than it may be: no server, no earlier answer that may stand in, and
    /// no bundle in time was there.
    public let isExpired: Bool
    /// The server knows things about this placement that the bundle does not hold, and may answer
    /// otherwise.
    public let isPartial: Bool
  }
}

/// Why a source did not give the answer.
public enum Setback: Hashable, Sendable {
  /// The server was asked, or would have been.
  case network(NetworkFailure)
  /// No answer is stored that may still be used.
  case noCache
  /// The device's storage did not answer in time, or not at all.
  case storage
  /// There is no bundle that may be used, with the reason.
  case noBundle(String)
  /// The better answer would show another variant than the one of this session.
  case otherVariant
}
