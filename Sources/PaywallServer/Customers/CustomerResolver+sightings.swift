import AppStore
import Catalog
import Decisions
import Ledger
import PaywallAPI

// A request with ids and evidence shows that a visitor and a customer are one person. The ledger
// keeps it for results; no answer depends on it.
extension CustomerResolver {
  /// What a request with evidence shows; `nil` without an id that counts.
  ///
  /// - Parameter userId: sent beside the attributes.
  func sighting(
    of attributes: [String: RawAttribute], userId: String? = nil, provedBy proof: String?,
    with evidence: Evidence?, on route: Sighting.Route, _ caller: Caller,
    _ entry: RequestScope.Entry
  ) -> SightingClaim? {
    guard let evidence, evidence.isOfOurApp else { return nil }
    var visitor = VisitorIdentity(
      userId: userId ?? attributes["userId"]?.readAsUnit().text,
      anonymousId: attributes["anonymousId"]?.readAsUnit().text)
    if entry.standing(of: visitor.userId, provedBy: proof, for: caller) != .counts {
      visitor.userId = nil
    }
    guard !visitor.ids.isEmpty else { return nil }
    return SightingClaim(
      environment: evidence.environment, visitor: visitor, customer: evidence.ownerIdentity,
      route: route, voucher: entry.voucher(of: visitor.userId, provedBy: proof, caller))
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
  /// Who vouches that the ids of a request are those of its sender.
  func voucher(
    of userId: String?, provedBy proof: String?, _ caller: Caller
  ) -> AliasVoucher {
    if caller.role.includes(.server) { return .server }
    guard let userId, let proof, userProofs.accept(proof, of: userId) else { return .client }
    return .proof
  }
}
