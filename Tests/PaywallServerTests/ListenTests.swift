import NIOCore
import NIOPosix
import PaywallServer
import Testing

@Suite("Listening")
struct ListenTests {
  @Test("a port that another program uses ends the start, and says what to do")
  func taken() async throws {
    let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(other.localAddress?.port)
    let app = try AppFolder(showing: "standard")
    let server = try await app.server { $0.port = port }
    let error = await #expect(throws: StartError.self) { try await server.run() }
    #expect(
      error?.description == """
        error: another program listens on --port \(port) already
        help: stop it, or choose another port
        """)
    try await other.close()
  }

  @Test("an address of another machine ends the start, and says what to do")
  func foreign() async throws {
    // TEST-NET-1 (RFC 5737), which no machine has.
    let app = try AppFolder(showing: "lite")
    let server = try await app.server { $0.host = "192.0.2.1" }
    let error = await #expect(throws: StartError.self) { try await server.run() }
    #expect(error?.description.hasPrefix("error: this machine does not have the address") == true)
  }
}
