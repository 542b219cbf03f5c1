@testable import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import TestSupport
import Testing

@Suite struct IdentityTests {
  @Test func `what is read at once finds the customers that the tables find`() async throws {
    var found = 0
    for seed in 0..<UInt64(rounds(20, all: 200)) {
      var world = World(seed: seed)
      let ledger = SQLiteLedger.inMemory()
      try await world.live(in: ledger)
      let ids = (0..<world.people).flatMap {
        [
          "device-\($0)", "user-\($0)", "tablet-\($0)", World.token($0),
          World.token($0).uppercased(),
        ]
      }
      found += try await ledger.read(.scan) { tables in
        var found = 0
        let identities = try tables.identities(in: .production)
        for id in ids {
          for isUser in [true, false] {
            let one = try tables.customers(ofUnit: id, isUser: isUser, in: .production)
              .map(\.number)
            let all = try identities.customerNumbers(
              ofUnit: id, isUser: isUser, in: .production)
            #expect(Set(one) == all, "\(id) in world \(seed)")
            #expect(all.isEmpty || identities.isKnown(id))
            found += all.count
          }
        }
        return found
      }
    }
    #expect(found > 100)
  }
}
