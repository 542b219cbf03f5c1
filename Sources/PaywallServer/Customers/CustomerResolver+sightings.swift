import AppStore
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

// A request with ids and evidence shows that a visitor and a customer are one person. The ledger
// keeps it for results; no answer depends on it.
extension CustomerResolver {
  /// Returns the sighting of a request with evidence; `nil` without an id that counts.
  ///
  /// - Parameters:
  ///   - userId: the id that was sent beside the attributes.
  ///   - standing: the standing of the user id; `nil` if the proof was not checked before.
  func sighting(
    of attributes: [String: RawAttribute], userId: String? = nil, provedBy proof: String?,
    standing: UserStanding? = nil, with evidence: Evidence?, on route: Sighting.Route,
    _ caller: Caller, _ entry: RequestScope.Entry
  ) -> SightingClaim? {
    guard let evidence, evidence.isOfOurApp else { return nil }
    var visitor = VisitorIdentity(
      userId: userId ?? attributes["userId"]?.readAsUnit().text,
      anonymousId: attributes["anonymousId"]?.readAsUnit().text)
    let standing =
      standing ?? entry.standing(of: visitor.userId, provedBy: proof, for: caller)
    if standing != .counts { visitor.userId = nil }
    guard !visitor.ids.isEmpty else { return nil }
    return SightingClaim(
      environment: evidence.environment, visitor: visitor, customer: evidence.ownerIdentity,
      route: route,
      voucher: entry.voucher(of: visitor.userId, standing, provedBy: proof, caller))
  }

  /// Stores a sighting before the response, or in the background if the ledger is unavailable.
  func see(_ claim: SightingClaim?, at now: Timestamp) async {
    guard let claim else { return }
    do throws(LedgerFailure) {
      metrics.sighted(try await ledger.record(claim, at: now))
    } catch {
      if case .unavailable = error { seeBeside(claim) }
    }
  }

  /// Stores a sighting in the background: the response neither waits nor fails.
  func seeBeside(_ claim: SightingClaim?) {
    if let claim { evidenceQueue.keep(nil, seen: claim) }
  }
}

extension RequestScope.Entry {
  /// Decides who vouches that the ids of a request are those of its sender.
  ///
  /// - Parameter standing: the standing of the user id, by the same proof.
  func voucher(
    of userId: String?, _ standing: UserStanding, provedBy proof: String?, _ caller: Caller
  ) -> AliasVoucher {
    if caller.role.includes(.server) { return .server }
    guard let userId, let proof else { return .client }
    let isProved =
      release.snapshot.app.identity == .signed
      ? standing == .counts : userProofs.accept(proof, of: userId)
    return isProved ? .proof : .client
  }
}
