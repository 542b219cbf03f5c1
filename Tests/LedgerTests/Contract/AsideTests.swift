import AppStore
import Ledger
import PaywallCatalog
import Testing

/// Notifications of Apple that name no app.
@Suite struct AsideTests {
  @Test("a notification that names no app is kept as posted, without effect", .everyLedger)
  func kept() async throws {
    let sample = Sample.unowned(1)
    #expect(try await ledger.keepAside(sample, at: 2) == .new)
    #expect(try await ledger.keepAside(sample, at: 3) == .already)
    let kept = try await ledger.keptAside(after: 0, limit: 10)
    let text = try #require(kept.first)
    #expect(kept.count == 1 && text.uuid == sample.uuid && text.type == "UNCLAIM_SEATS")
    #expect(text.signedDate == Sample.day(0) && text.receivedAt == Sample.day(2))
    #expect(text.content == sample.text.compact)
    #expect(try await ledger.keptAside(after: text.number, limit: 10) == [])
    // Neither a text of the ledger, nor a sign of life.
    #expect(try await ledger.entries(after: 0, limit: 10) == [])
    #expect(try await ledger.hasNotification(sample.uuid) == false)
    try await ledger.removeKeptAside(sample.uuid)
    #expect(try await ledger.keptAside(after: 0, limit: 10) == [])
  }

  @Test("a notification that was understood once is not kept aside", .everyLedger)
  func understood() async throws {
    try await ledger.append(Sample.notification(Sample.uuid(1)), at: 1)
    #expect(try await ledger.keepAside(Sample.unowned(1), at: 2) == .already)
    #expect(try await ledger.keptAside(after: 0, limit: 10) == [])
  }

  @Test("the oldest of more than 1,000 goes", .everyLedger)
  func count() async throws {
    for number in 1...1_002 {
      try await ledger.keepAside(Sample.unowned(number), at: 1)
    }
    let kept = try await ledger.keptAside(after: 0, limit: 2_000)
    #expect(kept.map(\.uuid) == (3...1_002).map { Sample.uuid($0) })
  }

  @Test("the oldest of more than 10 MB go", .everyLedger)
  func bytes() async throws {
    for number in 1...12 {
      try await ledger.keepAside(Sample.unowned(number, bytes: 1_000_000), at: 1)
    }
    let kept = try await ledger.keptAside(after: 0, limit: 100)
    let size = kept.reduce(0) { $0 + $1.content.utf8.count }
    let next = Sample.unowned(1, bytes: 1_000_000).text.compact.utf8.count
    #expect(size <= 10_000_000 && size + next > 10_000_000)
    #expect(kept.map(\.uuid) == ((13 - kept.count)...12).map { Sample.uuid($0) })
  }
}
