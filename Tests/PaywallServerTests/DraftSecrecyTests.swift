import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

/// A key that ships in the app cannot tell a draft from something that does not exist.
@Suite("Drafts are secret")
struct DraftSecrecyTests {
  /// A server with an experiment that no visitor can have seen.
  private func testServer(_ change: (inout Experiment) -> Void) throws -> TestServer {
    try TestServer.withExperiments { snapshot in
      guard var experiment = snapshot.experiments["annual-trial"] else { return }
      change(&experiment)
      snapshot.experiments["annual-trial"] = experiment
    }
  }

  private func answer(to experiment: String, _ testServer: TestServer) async throws -> (
    String, String
  ) {
    let (parts, application) = try testServer.running()
    let text = try await TestServer.send(
      """
      POST /v1/exposures
      X-API-Key: client-key

      {"attributes":{"userId":"user-7"},"exposures":[{"id":"e","experiment":"\(experiment)",\
      "variant":"trial","phase":1,"placement":"onboarding","at":"2026-12-05T11:59:00Z"}]}
      """, to: application)
    let counted = parts.metrics.text.split(separator: "\n").filter {
      $0.hasPrefix("paywall_exposures_total")
    }
    return (text, counted.joined(separator: "\n"))
  }

  @Test(
    "a claim about a draft is answered as one about nothing",
    arguments: ["draft", "archived", "scheduled"])
  func exposures(_ stage: String) async throws {
    let testServer = try testServer { experiment in
      switch stage {
      case "draft": experiment.status = .draft
      case "archived": experiment.status = .archived
      default: experiment.schedule.start = time("2027-01-01T00:00:00Z")
      }
    }
    let (hidden, none) = (
      try await answer(to: "annual-trial", testServer),
      try await answer(to: "annual-trails", testServer)
    )
    #expect(hidden == none)
    #expect(hidden.0.contains(#"{"id":"e","outcome":"unknownExperiment"}"#), "\(hidden.0)")
    #expect(hidden.1.contains(#"{outcome="unknownExperiment"} 1"#))
  }

  @Test("an offer that only a draft shows is none to an app, and is signed by a server")
  func offers() async throws {
    let testServer = try TestServer.ofStore { snapshot in
      guard var offer = snapshot.offers["loyalty"] else { return }
      offer.key = "secret"
      offer.id = "secret_20"
      snapshot.offers["secret"] = offer
    }
    func sign(_ offer: String, as role: String) async throws -> TestServer.Reply {
      try await testServer.post(
        "/v1/offers/sign",
        [
          "placement": "onboarding", "product": "pro_yearly", "offer": .text(offer), "form": "jws",
          "transactions": [try Shopper().transaction()],
        ], as: role)
    }
    for name in ["secret", "secret_20"] {
      let hidden = try await sign(name, as: "client")
      let none = try await sign("nothing", as: "client")
      #expect(
        hidden.description == none.description.replacing("nothing", with: name), "\(hidden)")
      #expect(hidden.code == "unknownOffer")
      #expect(try await sign(name, as: "server").code != "unknownOffer")
    }
  }
}
