/// A deliberate change of what is frozen in a phase, from the experiment's file.
package struct PhaseOverride: Sendable {
  /// The phase that it is for.
  package var phase: Int
  /// The digest of the one change that it allows, 32 hexadecimal digits.
  package var digest: String
  /// For people, and for the timeline.
  package var reason: String

  package init(phase: Int, digest: String, reason: String) {
    self.phase = phase
    self.digest = digest
    self.reason = reason
  }

  /// As a phase's state has it: the digest and the reason.
  package var text: String { "\(digest) \(reason)" }
}

#if Server
extension PhaseOverride: Hashable {}
#endif
