import Foundation
import Testing

@testable import PaywallKit

@Suite("Proofs of users")
struct UserProofTests {
  /// A server that accepts everything and notes the path and the proof of each request.
  private final class Wire: Sendable {
    let seen = Box<[String]>([])
    let placement: String

    init(_ placement: String = variant("a")) { self.placement = placement }

    @Sendable func carry(_ request: TransportRequest) async throws -> TransportResponse {
      struct Sent: Decodable { var userProof: String? }
      let sent = request.body.flatMap { try? JSONDecoder().decode(Sent.self, from: $0) }
      let name = request.url.lastPathComponent
      if request.method == "POST" {
        seen.change { $0.append("\(name) \(sent?.userProof ?? "-")") }
      }
      let body =
        switch name {
        case "aliases": #"{"outcome":"new"}"#
        case "exposures": #"{"exposures":[]}"#
        default: placement
        }
      return try await answering(body, control: "no-store")(request)
    }
  }

  @Test("a proof goes with everything about the user, and what waits keeps the one it had")
  func sent() async throws {
    let wire = Wire()
    let device = Device()
    let client = device.start(transport: wire.carry)
    await client.identify("u", proof: "one")
    await client.reportExposure(of: await client.placement("onboarding"))
    await client.identify("u", proof: "two")
    await client.identify("u", proof: "two")
    await client.identify("u")
    await client.flush()
    _ = await client.placement("onboarding")
    #expect(
      wire.seen.value == [
        "aliases one", "onboarding one", "exposures one", "aliases two", "onboarding two",
      ])
    await client.storage.start { _ in }.value

    let again = Wire()
    let next = device.start(transport: again.carry)
    _ = await next.placement("onboarding")
    #expect(again.seen.value == ["onboarding two"])
    await next.reset()
    _ = await next.placement("onboarding")
    #expect(again.seen.value.last == "onboarding -")
  }

  @Test("an app learns that its user does not count, and shows the paywall all the same")
  func needed() async throws {
    let unproved = variant("a").replacing(
      #""reason""#, with: #""identity":"unproved","reason""#, maxReplacements: 1)
    let wire = Wire(unproved)
    let client = Device().start(transport: wire.carry)
    await client.identify("u")
    let answer = await client.placement("onboarding")
    #expect(answer.needsUserProof)
    #expect(answer.experiment?.variant == "a")
    let other = Device().start(transport: Wire().carry)
    #expect(await !other.placement("onboarding").needsUserProof)
  }
}
