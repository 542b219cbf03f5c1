import Foundation
import Testing

@testable import PaywallKit

@Suite("The network of the system and servers that misbehave")
struct HostileServerTests {
  /// A client with a bundle in the app, over `URLSession`.
  private func ask(
    _ server: HostileServer, _ check: @escaping @Sendable (PlacementDecision) -> Void
  ) async throws {
    let device = Device()
    let file = try temporary(device.keys.file(of: .open))
    defer { try? FileManager.default.removeItem(at: file) }
    try await server.run { url, heard in
      let client = device.start(url, transport: nil) {
        $0.advanced.transport = nil
        $0.bundledFile = file
        $0.advanced.budget = .milliseconds(300)
      }
      async let answer = client.placement("onboarding")
      if server != .cutsTheBody {
        await heard.value
        // The server gets the rest of the budget, without the fifth for the bundles.
        await device.clock.sleeper(for: .milliseconds(240))
        device.clock.advance(by: .milliseconds(240))
      }
      check(await answer)
    }
  }

  @Test(
    "an answer without an end does not keep the caller",
    arguments: [HostileServer.drips, .neverAnswers])
  func endless(_ server: HostileServer) async throws {
    try await ask(server) { answer in
      #expect(answer.diagnostics == [.network(.timedOut), .noCache])
      #expect(answer.source.fileInApp != nil, "the file in the app stands in: \(answer)")
      #expect(answer.paywall?.id == "plain")
    }
  }

  @Test("half an answer is none")
  func half() async throws {
    try await ask(.cutsTheBody) { answer in
      guard case .network(.unreachable)? = answer.diagnostics.first,
        case .bundledFile = answer.source
      else { return #expect(Bool(false), "the file in the app stands in: \(answer)") }
      #expect(answer.paywall?.id == "plain")
    }
  }

  @Test(
    "by the clock of the system the wait has an end as well",
    arguments: [HostileServer.drips, .neverAnswers])
  func realTime(_ server: HostileServer) async throws {
    try await server.run { url, _ in
      let client = Device().start(url, transport: nil) {
        $0.advanced.transport = nil
        $0.clock = .system
        $0.advanced.budget = .milliseconds(300)
      }
      let answer = await client.placement("onboarding")
      #expect(answer.diagnostics.first == .network(.timedOut))
    }
  }

  @Test(
    "a request has an end of its own, so that the next can be sent",
    arguments: [HostileServer.drips, .neverAnswers])
  func patience(_ server: HostileServer) async throws {
    try await server.run { url, _ in
      let transport = SessionTransport.make(timeout: .seconds(2))
      let error = await #expect(throws: (any Error).self) {
        try await transport(TransportRequest(method: "GET", url: url))
      }
      #expect(error.map { NetworkFailure($0) } == .timedOut)
    }
  }
}
