extension Placement {
  /// Why a source did not answer, or what it left out.
  public enum Diagnostic: Hashable, Codable, Sendable {
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
