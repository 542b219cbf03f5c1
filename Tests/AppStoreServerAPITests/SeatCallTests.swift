import Foundation
import PaywallCatalog
import Testing

@testable import AppStoreServerAPI

/// Apple's calls about seats, by Apple's pages of version 1.23.
@Suite("Calls about seats") struct SeatCallTests {
  @Test("Each call has Apple's method, path and body")
  func requests() async throws {
    let stub = StubTransport([
      .success(.of(200, #"{"seatClaimId":"c-1"}"#)), .success(.of(200)), .success(.of(200)),
      .success(
        .of(
          200,
          #"{"totalSeatCount":2,"availableSeatCount":0,"assignedSeatClaimIds":["a","b","c"]}"#)),
    ])
    let client = try TestClient(stub).client
    let request = SeatRequest(
      originalTransactionId: "70", requestIdentifier: "r-1", appTransactionId: "7040")
    #expect(try await client.claimSeat(request, in: .sandbox).value == "c-1")
    _ = try await client.associateSeat("c-1", of: "70", with: "7041", in: .sandbox)
    _ = try await client.unclaimSeat("c-1", of: "70", in: .sandbox)
    let counts = try await client.seats(of: "70", in: .sandbox).value
    #expect(counts == SeatCounts(total: 2, available: 0, claimIds: ["a", "b", "c"]))
    let base = "https://api.storekit-sandbox.apple.com/groups/v1/transactions/70/seats"
    #expect(
      stub.requests.map { "\($0.method.rawValue) \($0.url)" } == [
        "POST \(base)", "POST \(base)/c-1/associate", "DELETE \(base)/c-1", "GET \(base)",
      ])
    #expect(
      stub.requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [
        #"{"requestIdentifier":"r-1","appTransactionId":"7040"}"#,
        #"{"appTransactionId":"7041"}"#, nil, nil,
      ])
  }

  @Test("Production is not asked, and neither is an unnamed seat")
  func refused() async throws {
    let stub = StubTransport(200, "{}")
    let client = try TestClient(stub, serving: [.production, .sandbox]).client
    let request = SeatRequest(originalTransactionId: "70", requestIdentifier: "r-1")
    let closed = await failure { try await client.claimSeat(request, in: .production) }
    #expect(closed?.reason == .notOpen(.production))
    #expect(closed?.detail.contains("only in the sandbox") == true)
    for name in ["", String(repeating: "r", count: 129)] {
      let request = SeatRequest(originalTransactionId: "70", requestIdentifier: name)
      let invalid = await failure { try await client.claimSeat(request, in: .sandbox) }
      #expect(invalid?.endpoint == .claimSeat)
    }
    for claim in ["", "..", "."] {
      let invalid = await failure { try await client.unclaimSeat(claim, of: "70", in: .sandbox) }
      #expect(invalid != nil)
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("An answer without a count is no answer")
  func unreadable() async throws {
    for body in ["{}", #"{"totalSeatCount":2}"#] {
      let client = try TestClient(StubTransport(200, body)).client
      let error = await failure { try await client.seats(of: "70", in: .sandbox) }
      guard case .unreadable = error?.reason else {
        Issue.record("\(body): \(String(describing: error))")
        continue
      }
    }
  }
}
