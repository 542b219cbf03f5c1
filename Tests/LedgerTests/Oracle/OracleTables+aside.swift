import PaywallCatalog

@testable import Ledger

extension OracleTables {
  func isKeptAside(_ uuid: String) -> Bool { keptAside.contains { $0.uuid == uuid } }

  mutating func add(_ text: KeptAside) {
    var text = text
    text.number = nextNumber()
    keptAside.append(text)
  }

  func keptAside(after number: Int64, limit: Int) -> [KeptAside] {
    Array(keptAside.lazy.filter { $0.number > number }.prefix(limit))
  }

  func keptAsideSizes() -> [(number: Int64, bytes: Int)] {
    keptAside.reversed().map { ($0.number, $0.content.utf8.count) }
  }

  mutating func removeKeptAside(through number: Int64) {
    keptAside.removeAll { $0.number <= number }
  }

  mutating func removeKeptAside(_ uuid: String) { keptAside.removeAll { $0.uuid == uuid } }
}
