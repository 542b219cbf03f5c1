import AsyncHTTPClient
import Testing

@testable import LocalAppStoreClient

/// The requests of the local App Store's page that ask a server to sign an offer.
@Suite struct OfferRequestTests {
  private static let wanted = ServerQuestion.SignatureRequest(
    product: "pro_yearly", offer: "SAVE50", user: "ada", appTransaction: "app.transaction.jws")

  private func sign(
    _ answer: @escaping StubAppStoreServer.Answer
  ) async throws -> Result<String, OfferRefusal> {
    try await HTTPClient.ofLocalAppStore { client in
      try await StubAppStoreServer.run(answer) { url in
        let requests = OfferRequests(client, to: url)
        do throws(OfferRefusal) {
          return Result<String, OfferRefusal>.success(
            try await requests.sign(Self.wanted, at: "onboarding"))
        } catch {
          return .failure(error)
        }
      }
    }
  }

  @Test func `The request is that of an app, and the answer a signature`() async throws {
    let signed = try await sign { request in
      guard request.target == "/v1/offers/sign",
        let body = try? json(request.body) as? [String: Any],
        body["placement"] as? String == "onboarding", body["offer"] as? String == "SAVE50",
        (body["attributes"] as? [String: Any])?["userId"] as? String == "ada"
      else { return (400, "{}") }
      return (200, #"{"offer":{"signature":{"jws":"a.b.c"}}}"#)
    }
    #expect(try signed.get() == "a.b.c")
  }

  @Test func `A refusal has the server's code and reason`() async throws {
    let refused = try await sign { _ in
      (409, #"{"code":"notEligible","detail":"She has it already."}"#)
    }
    #expect(refused == .failure(OfferRefusal(code: "notEligible", detail: "She has it already.")))
    let silent = try await sign { _ in (200, "{}") }
    #expect(silent == .failure(OfferRefusal(code: nil, detail: "It gives no reason.")))
    let broken = try await sign { _ in (200, "<html>") }
    let refusal = #expect(throws: OfferRefusal.self) { try broken.get() }
    #expect(refusal?.code == nil)
    #expect(refusal?.detail.hasPrefix("It cannot be asked at ") == true)
  }
}
