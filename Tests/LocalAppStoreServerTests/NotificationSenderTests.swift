import AsyncHTTPClient
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Sending notifications")
struct NotificationSenderTests {
  @Test("a refused connection is no answer, and not one that took too long")
  func refused() async {
    // A client that connects again does so for five seconds, and then it took too long.
    let sent = await HTTPClient.ofLocalAppStore { client in
      await NotificationSender(client, to: "http://127.0.0.1:9/", patience: .seconds(4)).send("t")
    }
    #expect(sent.result == .noResponse)
    #expect(sent.status == nil)
  }

  @Test("a server that never answers takes too long, also for the choice of a message")
  func silent() async throws {
    let server = try SilentServer()
    let reply = await HTTPClient.ofLocalAppStore { client in
      await NotificationSender.retention(client, or: server.url, patience: .milliseconds(50))(
        nil, "t")
    }
    #expect(reply?.result == .timedOut)
    #expect(reply?.body == [])
    #expect(NotificationSender.retentionPatience == .milliseconds(700), "AppleFacts.md § 2")
  }

  @Test("The address of questions is beside that of our server's notifications, and no other's")
  func beside() {
    #expect(
      NotificationSender.retentionURL(beside: "http://127.0.0.1:80/v1/appstore/notifications")
        == "http://127.0.0.1:80/v1/appstore/retention")
    #expect(NotificationSender.retentionURL(beside: "http://127.0.0.1:3000/apple") == nil)
  }
}

/// A port of this machine that connects, and on which nobody reads.
private final class SilentServer {
  let url: String
  private let listener: Int32

  init() throws {
    #if canImport(Glibc)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    self.listener = listener
    try #require(isBound)
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
  }

  deinit { close(listener) }
}
