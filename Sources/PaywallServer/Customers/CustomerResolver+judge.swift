import AppStore
import HTTPDocuments
import HTTPTransport
import PaywallAPI
import PaywallCatalog
import Subscribers

/// The signed texts of a request, each judged by itself.
struct JudgedTexts: Sendable {
  /// The verified texts; `nil` if there are none.
  var evidence: Evidence?
  /// The texts that count for nothing, in the order of the request.
  var leftOut: [LeftOutText] = []

  /// True if texts were left out, and the rest names no customer of this app.
  var namesNobody: Bool { !leftOut.isEmpty && evidence?.isOfOurApp != true }

  /// Returns the verified texts of a request about a customer; `nil` if it brought no text.
  ///
  /// - Throws: the reason why a text is not trusted, if the rest names no customer of this app.
  func evidenceOfOurApp() throws(Problem) -> Evidence? {
    if namesNobody, let first = leftOut.first { throw first.problem }
    return evidence
  }
}

extension CustomerResolver {
  /// Charges for the texts, then judges each by itself: one that cannot be verified takes nothing
  /// from the others, and adds nothing to them.
  ///
  /// - Throws: a text could not be judged now, or the verified ones contradict each other.
  func judge(
    _ texts: SignedTexts, for caller: Caller, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> JudgedTexts {
    guard texts.count > 0 else { return JudgedTexts() }
    try entry.charge(texts.count, caller)
    let verification = TextVerification(
      checker: chains, sender: .caller(caller), entry: entry, metrics: metrics)
    guard texts.takesLong else { return try await judge(texts, verification, at: now) }
    return try await offEventLoop { () async throws(Problem) in
      try await judge(texts, verification, at: now)
    }
  }

  /// The verified texts; all of them have to be.
  func verify(
    _ texts: SignedTexts, for caller: Caller, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> Evidence? {
    let judged = try await judge(texts, for: caller, entry, at: now)
    if let first = judged.leftOut.first { throw first.problem }
    return judged.evidence
  }

  private func judge(
    _ texts: SignedTexts, _ verification: TextVerification, at now: Timestamp
  ) async throws(Problem) -> JudgedTexts {
    var judged = JudgedTexts()
    var transactions: [Verified<Transaction>] = []
    for (index, text) in texts.transactions.enumerated() {
      let verdict = try await verification.verdict { $0.transaction(text, at: now) }
      if let trusted = trusted(verdict, "transactions[\(index)]", &judged) {
        if let fact = trusted.payload.fact, fact.environment != .xcode {
          metrics.clock.saw(signed: fact.signedDate)
        }
        transactions.append(trusted)
      }
    }
    var renewals: [Verified<RenewalInfo>] = []
    for (index, text) in texts.renewalInfo.enumerated() {
      let verdict = try await verification.verdict { $0.renewalInfo(text, at: now) }
      if let trusted = trusted(verdict, "renewalInfo[\(index)]", &judged) {
        renewals.append(trusted)
      }
    }
    var appTransaction: Verified<AppTransaction>?
    if let text = texts.appTransaction {
      let verdict = try await verification.verdict { $0.appTransaction(text, at: now) }
      appTransaction = trusted(verdict, "appTransaction", &judged)
    }
    guard judged.leftOut.count < texts.count else { return judged }
    do throws(EvidenceProblem) {
      judged.evidence = try Evidence(
        transactions: transactions, renewals: renewals, appTransaction: appTransaction)
    } catch {
      // The verified texts may name no customer only because others were left out.
      guard error == .namesNobody, !judged.leftOut.isEmpty else { throw Problem(error) }
    }
    return judged
  }

  private func trusted<Payload: Sendable>(
    _ verdict: Verdict<Payload>, _ field: String, _ judged: inout JudgedTexts
  ) -> Verified<Payload>? {
    switch verdict {
    case .verified(let verified): return verified
    case .refused(let distrust):
      metrics.refused(distrust)
      judged.leftOut.append(LeftOutText(distrust, field: field))
      return nil
    }
  }
}
