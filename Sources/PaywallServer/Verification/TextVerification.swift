import AppStore
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI

/// Verifies signed texts of one sender without blocking: unknown certificates are charged and
/// checked on another thread, and the text is verified when they are known.
struct TextVerification: Sendable {
  let checker: ChainChecker
  let sender: ChainSender
  let entry: RequestScope.Entry
  let metrics: ServerMetrics

  /// The most chains of one text: a notification holds three other texts.
  private static let chainsOfText = 4

  /// Verifies a text of Apple's size on the event loop, and a longer one off it; certificates not seen
  /// before always off it.
  func verdict<Payload: Sendable>(
    of text: String, _ verify: @Sendable (Verifier) -> Verdict<Payload>
  ) async throws(Problem) -> Verdict<Payload> {
    guard text.utf8.count > Limits.textsOnEventLoop else { return try await verdict(verify) }
    return try await offEventLoop { () async throws(Problem) in try await verdict(verify) }
  }

  /// - Throws: `rateLimited` if the sender has sent too many unknown certificates,
  ///   `verificationBusy` if too many wait.
  func verdict<Payload: Sendable>(
    _ verify: @Sendable (Verifier) -> Verdict<Payload>
  ) async throws(Problem) -> Verdict<Payload> {
    let verifier = entry.release.verifier.ofKnownChains
    for _ in 0..<Self.chainsOfText {
      let verdict = verify(verifier)
      guard let distrust = verdict.distrust, let chain = distrust.unknownChain else {
        return verdict
      }
      if let refusal = try await check(chain) { return .refused(refusal.about(distrust.field)) }
    }
    return verify(verifier)
  }

  /// Charges for a refused chain; a trusted or unchecked one costs nothing.
  private func check(_ chain: UnknownChain) async throws(Problem) -> Distrust? {
    try entry.chargeChain(sender)
    let outcome = await checker.outcome(
      of: chain, by: entry.release.verifier, sender.lane, from: sender.owner(at: entry.address))
    switch outcome {
    case .isKnown:
      metrics.checked(.known)
      entry.giveBackChain(sender)
      return nil
    case .refused(let distrust):
      metrics.checked(.refused)
      return distrust
    case .busy:
      metrics.checked(.busy)
      entry.giveBackChain(sender)
      throw .verificationBusy
    }
  }
}

extension Problem {
  static let verificationBusy = Problem(
    .verificationBusy,
    "The text is signed under certificates that are new to this server, and too many of those wait for their check. Send it again in a moment.",
    headers: [.retryAfter: "2"])

  /// Whether the evidence was not checked, for lack of capacity.
  var leavesEvidenceOpen: Bool {
    code == .verificationBusy || (code == .rateLimited && reason == RateScope.chains.rawValue)
  }
}
