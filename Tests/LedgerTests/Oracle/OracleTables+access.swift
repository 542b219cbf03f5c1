import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables {
  func access(of customer: CustomerRow.Number) -> [GivenAccess] { access[customer] ?? [] }

  func access(
    _ id: String, from source: GivenAccess.Source, in environment: AppStoreEnvironment
  ) -> (access: GivenAccess, customer: CustomerRow.Number)? {
    for (number, records) in access where customers[number]?.environment == environment {
      for record in records where record.id == id && record.source == source {
        return (record, number)
      }
    }
    return nil
  }

  mutating func put(_ access: GivenAccess, of customer: CustomerRow) {
    var records = self.access[customer.number] ?? []
    if let place = records.firstIndex(where: { $0.id == access.id && $0.source == access.source }) {
      records[place] = access
    } else {
      records.append(access)
    }
    self.access[customer.number] = records
  }

  func countOfAccess(byHandOf giver: String, since moment: Timestamp) -> Int {
    access.values.joined().count {
      $0.giver == giver && $0.source == .manual && $0.givenAt >= moment
    }
  }

  mutating func removeHolder(_ customer: CustomerRow.Number) {
    access[customer] = nil
    removePostings(of: customer)
    seats.removeAll { $0.member == customer }
    guard let row = customers.removeValue(forKey: customer), let id = row.appTransactionId else {
      return
    }
    customerNumbers[Named(UTF8Key(id), in: row.environment)] = nil
  }

  /// Records of two customers who turn out to be one are in the order in which they were given
  /// first, which each kept.
  mutating func moveAccess(of provisional: CustomerRow.Number, to customer: CustomerRow.Number) {
    guard let moved = access.removeValue(forKey: provisional) else { return }
    access[customer, default: []] += moved
  }
}
