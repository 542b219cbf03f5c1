import PaywallCatalog
import PaywallTextCoding

@testable import Ledger

extension OracleTables {
  func job(_ name: String) -> JobRow? { jobs[name] }

  mutating func put(_ job: JobRow) { jobs[job.name] = job }

  func historyFetch(of customer: CustomerRow.Number) -> HistoryFetch? { historyFetches[customer] }

  mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) {
    historyFetches[customer] = fetch
  }

  func isNoted(notification uuid: String) -> Bool { notifications.contains(UTF8Key(uuid)) }

  func erasedAt(hash: [UInt8]) -> Timestamp? { erasures[hash] }

  mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) {
    erasures[hash] = max(erasures[hash] ?? moment, moment)
  }

  func entries(ofChain chain: PurchaseChainRow.Number) -> [LedgerEntry] {
    texts.filter { $0.subject == .chain(chain) }.map { text in
      LedgerEntry(
        number: text.number, kind: text.stored.kind, environment: text.stored.environment,
        signedDate: text.stored.signedDate, receivedAt: text.receivedAt, text: text.stored.text)
    }
  }
}
