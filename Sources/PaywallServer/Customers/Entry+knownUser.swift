import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

extension RequestScope.Entry {
  /// The user id of a request, if a server says it or a proof of one comes with it, whatever the
  /// policy of the app: only then is shown what was given to the id itself.
  func knownUser(_ id: String, _ proof: String?, _ caller: Caller) -> String? {
    let standing = standing(of: id, provedBy: proof, for: caller)
    switch voucher(of: id, standing, provedBy: proof, caller) {
    case .server, .proof: return id
    case .client, .evidence: return nil
    }
  }

  /// The same for the user id among the attributes.
  func knownUser(
    _ attributes: [String: RawAttribute], _ proof: String?, _ caller: Caller
  ) -> String? {
    attributes["userId"]?.readAsUnit().text.flatMap { knownUser($0, proof, caller) }
  }
}
