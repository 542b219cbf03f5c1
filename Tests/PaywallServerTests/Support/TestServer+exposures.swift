import AppStoreFixtures
import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallServer

/// Exposures of `annual-trial`, of which `user-7` draws `trial` and `user-15` `control`
/// (DecisionRules.md § 3).
extension TestServer {
  /// `ofStore`, with the experiments of the sample.
  static func withExperiments(
    ledger: any Ledger = SQLiteLedger.inMemory(), _ change: (inout Snapshot) -> Void = { _ in }
  ) throws -> TestServer {
    try ofStore(ledger: ledger) { snapshot in
      snapshot.experiments = Snapshot.lumen.experiments
      change(&snapshot)
    }
  }

  /// One with experiments that checks the proofs of users.
  static func withProofs(
    ledger: any Ledger = SQLiteLedger.inMemory(), _ change: (inout Snapshot) -> Void = { _ in }
  ) throws -> TestServer {
    var testServer = try withExperiments(ledger: ledger, change)
    testServer.userProofs = UserProofs(secrets: UserProofTests.secrets)
    return testServer
  }

  /// Reports that a visitor saw a variant a minute before noon.
  ///
  /// - Returns: its outcome.
  func expose(
    _ visitor: [String: JSON], _ variant: String = "trial", id: String = "e", proof: String? = nil,
    as role: String = "client"
  ) async throws -> String? {
    let claim: JSON = [
      "id": .text(id), "experiment": "annual-trial", "variant": .text(variant), "phase": 1,
      "placement": "onboarding", "at": "2026-12-05T11:59:00Z",
    ]
    var body: [String: JSON] = ["attributes": .object(visitor), "exposures": [claim]]
    body["userProof"] = proof.map { .text($0) }
    return try await post("/v1/exposures", body, as: role).outcomes.first
  }

  /// The variant that a visitor is shown at `onboarding`.
  func variant(for visitor: [String: JSON]) async throws -> String? {
    let reply = try await post("/v1/placements/onboarding", ["attributes": .object(visitor)])
    return reply.body["experiment"]?["variant"]?.string
  }
}

extension TestServer.Reply {
  /// The outcome of each exposure, and its reason if there is one.
  var outcomes: [String] {
    (body["exposures"]?.elements ?? []).map {
      [$0["outcome"]?.string, $0["reason"]?.string].compactMap(\.self).joined(separator: " ")
    }
  }
}
