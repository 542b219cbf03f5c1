import AsyncHTTPClient
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import Testing

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
}
