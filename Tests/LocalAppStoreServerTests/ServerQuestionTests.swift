import LocalAppStore
import LocalAppStoreClient
import Logging
import PaywallCatalog
import Synchronization
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// The page's knowledge of the server that is connected.
struct ServerQuestionTests {
  private static let year = LedgerSubscriptionCard(
    originalTransactionId: "", state: "active", product: "pro_yearly",
    expires: "2027-01-05T10:00:00Z", autoRenews: true, isEntitled: true)

  @Test(
    "Without a server the page says how to start one; with one, what differs; later, its silence")
  func belief() async throws {
    let store = try exampleStore(
      questions: ServerQuestions(patience: .seconds(1), longest: .milliseconds(50))
    ) { _ in .success }
    _ = try await store.adaBuys("pro_yearly")
    let card = try await store.customer("ada")
    let id = try #require(card.subscriptions.first?.originalTransactionId)
    try await serving(store) { client, url in
      let browser = Browser(client: client, url: url)
      #expect(
        try await browser.get().body.contains("paywall serve --app-store http://127.0.0.1"))
      let believed = Mutex(Self.year)
      believed.withLock { $0.originalTransactionId = id }
      let link = try await StoreLink(StoreClient(client, url: url, token: nil), name: "server")
      let server = Task {
        await link.answerQuestions { question in
          #expect(question.appTransactionId == card.appTransactionId)
          guard let wanted = question.signature else {
            return ServerAnswer(id: question.id, subscriptions: [believed.withLock { $0 }])
          }
          return ServerAnswer(
            id: question.id,
            refusal: "\(wanted.offer) of \(wanted.product) is not for \(wanted.user).")
        }
      }
      try await until { try await browser.get().body.contains("Our ledger agrees") }
      believed.withLock { $0.state = "expired" }
      try await until { try await browser.get().body.contains("Our ledger differs in 1 of 5") }
      try await until {
        try await browser.get().body.contains(
          "<td class=\"differs\">expired <b>differs</b></td>")
      }
      believed.withLock { $0.originalTransactionId = "2000000000000000" }
      try await until { try await browser.get().body.contains("Our ledger does not know it") }
      try await until {
        try await browser.press(
          "buy",
          [
            ("product", "pro_yearly"), ("customer", "ada"),
            ("offer", "promotional:loyalty_20"), ("at", "buy"),
          ]
        ).contains(
          "does not sign &#39;loyalty_20&#39;: loyalty_20 of pro_yearly is not for ada.")
      }
      server.cancel()
      await server.value
      try await until { try await browser.get().body.contains("does not answer now") }
    }
  }

  @Test("A question that waits is given to the next server that asks, and answered once")
  func queue() async throws {
    let questions = ServerQuestions(patience: .seconds(60), longest: .milliseconds(1))
    guard case .noServer = await questions.ask(of: "7") else {
      Issue.record("no server was there")
      return
    }
    #expect(await questions.next() == nil)
    async let reply = questions.ask(of: "7")
    var question: ServerQuestion?
    while question == nil { question = await questions.next() }
    let asked = try #require(question)
    #expect(asked.appTransactionId == "7")
    await questions.finish(with: ServerAnswer(id: "another"))
    await questions.finish(with: ServerAnswer(id: asked.id, refusal: "no"))
    await questions.finish(with: ServerAnswer(id: asked.id, refusal: "late"))
    guard case .answer(let answer) = await reply else {
      Issue.record("it was answered")
      return
    }
    #expect(answer.refusal == "no")
  }
}
