import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import Testing

@testable import AppStore
@testable import AppStoreSync

/// A text that cannot be trusted costs itself alone, and is named.
struct RefusedTextTests {
  private let ledger = SQLiteLedger.inMemory()

  private static let distrust = Distrust(.wrongApp, "bundleId is another app's")

  private static func facts(_ count: Int, of customer: String = "7040") -> [TransactionFact] {
    (0..<count).map {
      Sample.fact("\(1000 + $0)", of: customer, chain: "1000", bought: Int64($0))
    }
  }

  /// A history of pages, the last one whole.
  private static func source(
    _ pages: [(facts: [TransactionFact], refused: Int)]
  ) -> AppStoreSource {
    var source = StubStore().source
    source.history = { request throws(SourceFailure) in
      let number = request.revision.flatMap(Int.init) ?? 0
      guard pages.indices.contains(number) else {
        return HistoryPage(
          environment: .production, transactions: [], revision: request.revision, hasMore: false)
      }
      return HistoryPage(
        environment: .production, transactions: pages[number].facts.map(Sample.transaction),
        refused: Array(repeating: distrust, count: pages[number].refused),
        revision: String(number + 1), hasMore: number + 1 < pages.count)
    }
    return source
  }

  @Test(
    "19 good texts of a page are kept, and what is behind it read")
  func page() async throws {
    let all = Self.facts(45)
    let source = Self.source([
      (Array(all[..<19]), 1), (Array(all[19..<39]), 0), (Array(all[39...]), 0),
    ])
    let reader = HistoryReader(source, ledger, now: { Sample.at(100) })
    let reading = try await reader.read("1000", in: .production, cause: .usual)
    #expect((reading.new, reading.end, reading.isComplete) == (45, .whole, false))
    #expect(reading.refused.total == 1)
    #expect(reading.refused.words == "1 of another app (bundleId is another app's)")
    #expect(try await ledger.entries(after: 0, limit: 100).count == 45)
    let history = try await ledger.histories(of: .appTransactionId("7040"), in: .production)
    #expect(history.first?.completeAt == nil)
    // The cursor leads on: the next reading does not begin again.
    let fetch = try await ledger.historyFetch(of: "1000", in: .production)
    #expect((fetch?.revision, fetch?.isWhole, fetch?.wantedAt) == ("3", true, nil))
  }

  @Test(
    "a text of another customer is kept, and completes only the history that was asked for",
    arguments: [true, false])
  func foreign(isFirst: Bool) async throws {
    let stranger = Sample.fact("9000", of: "8888", bought: 1)
    let own = Self.facts(3)
    let page = isFirst ? [stranger] + own : own + [stranger]
    for id in ["1000", "1002", "7040"] {
      let reader = HistoryReader(Self.source([(page, 0)]), ledger, now: { Sample.at(100) })
      _ = try await reader.read(id, in: .production, cause: .usual)
    }
    func completeAt(_ customer: String) async throws -> Timestamp? {
      try await ledger.histories(of: .appTransactionId(customer), in: .production).first?
        .completeAt
    }
    #expect(try await completeAt("7040") == Sample.at(100))
    #expect(try await completeAt("8888") == nil)
    let other = try await ledger.histories(of: .appTransactionId("8888"), in: .production)
    #expect(other.first?.transactions.map(\.transactionId) == ["9000"])
  }

  @Test("a pass counts refused notifications by their reasons, and keeps the others")
  func notifications() async throws {
    var source = StubStore().source
    source.notifications = { _ throws(SourceFailure) in
      NotificationPage(
        notifications: [Sample.notification("a", Self.facts(1)[0])],
        refused: [Self.distrust, Distrust(.malformed, "the header is no JSON"), Self.distrust],
        unowned: [
          UnownedNotification(
            uuid: "u", type: "UNCLAIM_SEATS", signedDate: Sample.at(1),
            text: SignedText(header: "h", payload: "p", signature: "s"))
        ], token: nil)
    }
    let reconciler = Reconciler(source, ledger, holder: "one", now: { Sample.at(1_000) })
    let report = try await reconciler.run(in: .production)
    #expect((report.outcome, report.new, report.keptAside) == (.done, 1, 1))
    #expect(report.refused.items.map(\.reason) == [.wrongApp, .malformed])
    #expect(report.refused.items.map(\.count) == [2, 1])
    #expect(
      report.refused.words
        == "2 of another app (bundleId is another app's), 1 damaged (the header is no JSON)")
    #expect(try await ledger.keptAside(after: 0, limit: 9).map(\.uuid) == ["u"])
  }

  @Test("reasons are sentences and no values of the program")
  func sentences() {
    #expect(
      Distrust.Reason.allCases.allSatisfy { $0.words.contains(" ") || $0.words == "damaged" })
    #expect(Set(Distrust.Reason.allCases.map(\.words)).count == Distrust.Reason.allCases.count)
  }
}
