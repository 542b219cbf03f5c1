import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

/// The draws are the worked values of DecisionRules.md § 3.
@Suite("Explaining over HTTP")
struct ExplainTests {
  private func explain(_ body: [String: JSON]) async throws -> TestServer.Reply {
    let testServer = TestServer(keys: TestServer.allKeys)
    return try await testServer.post(
      "/v1/explain", body.merging(["placement": "onboarding"]) { $1 }, as: "admin")
  }

  private static let visitor: JSON = ["userId": "user-7", "country": "GB"]

  @Test(
    "a decision is traced at any time",
    arguments: [
      ("2026-12-01T08:59:59Z", "default"), ("2026-12-01T09:00:00Z", "experiment"),
      ("2026-12-22T10:00:00+01:00", "default"),
    ])
  func times(_ at: String, _ reason: String) async throws {
    try await explain(["attributes": Self.visitor, "at": .text(at)]).expect(has: [
      "decision.reason": .text(reason)
    ])
  }

  @Test("what is said to be recorded takes the place of what is")
  func records() async throws {
    let record: JSON = ["experiment": "annual-trial", "variant": "control"]
    let stated = try await explain(["attributes": Self.visitor, "records": [record]])
    let experiment = stated.body["decision"]?["experiment"]
    #expect(experiment?["variant"]?.string == "control", "\(stated)")
    #expect(experiment?["recorded"] == .flag(true) && experiment?["phase"]?.integer == 1)
    let earlier: JSON = [
      "experiment": "annual-trial", "variant": "control", "phase": 9, "unit": "device-1",
      "at": "2026-11-01T00:00:00Z",
    ]
    try await explain(["attributes": Self.visitor, "records": [earlier]]).expect(has: [
      "decision.experiment.phase": 9
    ])
    try await explain(["attributes": Self.visitor, "records": []]).expect(has: [
      "decision.experiment.recorded": .flag(false)
    ])
  }

  @Test("what kept a visitor out of an experiment is said if it is asked for")
  func whyNot() async throws {
    let visitor: JSON = ["userId": "user-7", "country": "DE"]
    try await explain(["attributes": visitor, "whyNot": "annual-trial"]).expect(has: [
      "whyNot.cause": "notInAudience"
    ])
    try await explain(["attributes": visitor, "whyNot": "anual-trial"]).expect(
      422, "unknownExperiment")
  }

  @Test(
    "a body that cannot be used is refused",
    arguments: [
      (["at": "noon"], "wrongType", "at"), (["records": 7], "wrongType", "records"),
      (["records": [7]], "wrongType", "records[0]"),
      (["records": [["variant": "trial"]]], "missingMember", "experiment"),
      (["records": [["experiment": "a", "variant": "b", "phase": 0]]], "wrongType", "phase"),
      (["records": [["experiment": "a", "variant": "b", "x": 0]]], "unknownMember", "x"),
    ] as [([String: JSON], String, String)])
  func refused(_ body: [String: JSON], _ code: String, _ field: String) async throws {
    try await explain(body).expect(400, code, has: ["field": .text(field)])
  }
}
