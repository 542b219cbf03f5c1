import Dispatch
import PaywallCatalog
import TestSupport
import Testing

@testable import Ledger
@testable import LedgerPostgres

/// Events are read on from a cursor, as `paywall webhook listen` does.
@Suite("Reading of webhooks") struct WebhookReadingTests {
  private static func event(_ cause: String) -> WebhookEvent {
    WebhookEvent.broken(
      "price", phase: 1, because: cause, "", release: nil, at: Sample.day(1))
  }

  private static func cause(_ event: WebhookDelivery) -> String {
    String(event.data.split(separator: "\"")[7])
  }

  @Test("who reads slowly gets every event, the oldest first, and each once", .everyLedger)
  func pages() async throws {
    try await ledger.setWebhooks([Sample.endpoint(), Sample.endpoint("other")], at: Sample.day(0))
    try await ledger.noteWebhook(Self.event("before"), at: Sample.day(1))
    var cursor = try await ledger.webhooks(of: "backend", after: nil, limit: 20).next
    for number in 0..<50 {
      try await ledger.noteWebhook(Self.event("\(number)"), at: Sample.day(1))
    }
    var sizes: [Int] = []
    var causes: [String] = []
    // A page without events may wait for transactions of other tests.
    while causes.last != "49", sizes.count < 1_000 {
      let page = try await ledger.webhooks(of: "backend", after: cursor, limit: 20)
      cursor = try #require(CommitCursor(text: page.next.text))
      causes += page.events.map(Self.cause)
      if !page.events.isEmpty { sizes.append(page.events.count) }
    }
    // It may come again while such transactions run.
    causes.removeAll { $0 == "before" }
    #expect(causes == (0..<50).map { "\($0)" })
    #expect(sizes.allSatisfy { $0 <= 20 })
    #expect(try await ledger.webhooks(of: "backend", after: cursor, limit: 20).events == [])
    let all = try await ledger.webhooks(
      of: "backend", after: CommitCursor(0), limit: 1)
    #expect(all.events.map(Self.cause).allSatisfy { $0 == "before" })
  }

  @Test("a text that is no cursor is none", arguments: ["", "x", "-1", "1.2", "1.2.3.4", "1..2"])
  func texts(_ text: String) {
    #expect(CommitCursor(text: text) == nil)
  }

  @Test("a place is passed once the transactions have ended that ran when it was seen")
  func places() {
    func end(_ newest: Int64, _ oldest: Int64, _ next: Int64) -> CommitEnd {
      CommitEnd(newest: newest, oldestRunning: oldest, nextTransaction: next)
    }
    #expect(CommitCursor(at: end(9, 100, 100)).text == "9")
    let open = CommitEnd(newest: 9, oldestRunning: 100, nextTransaction: 103, settled: 6)
    #expect(CommitCursor(at: open).text == "6.9.103")
    let start = CommitCursor(5)
    #expect(start.settled(end(9, 100, 100)) == 9)
    #expect(start.settled(end(9, 100, 103)) == 5)
    let waiting = start.moved(to: 5, isFull: false, end(9, 100, 103))
    #expect(waiting.text == "5.9.103")
    #expect(waiting.settled(end(12, 102, 110)) == 5)
    #expect(waiting.moved(to: 5, isFull: false, end(12, 102, 110)) == waiting)
    #expect(waiting.settled(end(12, 103, 110)) == 9)
    #expect(waiting.moved(to: 7, isFull: true, end(12, 103, 110)).text == "7.9.103")
    #expect(waiting.moved(to: 9, isFull: false, end(12, 103, 110)).text == "9.12.110")
    #expect(waiting.moved(to: 12, isFull: false, end(12, 110, 110)).text == "12")
  }

  @Test(
    "an event that is committed after one with a higher number is read, also by who begins before",
    .enabled(if: PostgresCluster.isInstalled))
  func late() async throws {
    try await withPostgres { ledger in
      try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
      let (drawn, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      var (cursor, first) = (CommitCursor(0), CommitCursor(0))
      func read() async throws -> [String] {
        let page = try await ledger.webhooks(of: "backend", after: cursor, limit: 10)
        cursor = page.next
        return page.events.map(Self.cause)
      }
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await ledger.write(.nothing) { tables in
            try tables.add(
              Self.event("late"), of: nil, by: nil, oldest: Sample.day(0), at: Sample.day(1))
            // Answered after the event was written.
            _ = try tables.webhookReceivers()
            drawn.signal()
            release.wait()
          }
        }
        await Task.detached { drawn.wait() }.value
        do {
          try await ledger.noteWebhook(Self.event("early"), at: Sample.day(1))
          #expect(try await ledger.webhooks(of: "backend").map(Self.cause) == ["early"])
          for _ in 0..<3 { #expect(try await read() == []) }
          first = try await ledger.webhooks(of: "backend", after: nil, limit: 10).next
        } catch {
          release.signal()
          throw error
        }
        release.signal()
        try await group.waitForAll()
      }
      var causes: [String] = []
      for _ in 0..<1_000 where causes.count < 2 { causes += try await read() }
      #expect(causes == ["late", "early"])
      // A reader who began while the transaction was open gets its event too.
      (cursor, causes) = (first, [])
      for _ in 0..<1_000 where causes.count < 2 { causes += try await read() }
      #expect(causes == ["late", "early"])
    }
  }
}
