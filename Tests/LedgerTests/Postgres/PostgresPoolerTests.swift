import Ledger
import LedgerStorage
import TestSupport

@testable import LedgerPostgres
import Testing

@Suite("pgbouncer", .serialized) struct PostgresPoolerTests {
  @Test("Tests that need pgbouncer run, or say that they were left out")
  func installed() {
    guard !PoolerProcess.isInstalled else { return }
    print("pgbouncer is not installed: its tests were left out")
  }

  @Test(
    "In session mode a ledger works",
    .enabled(if: PoolerProcess.isInstalled && PostgresCluster.isInstalled))
  func session() async throws {
    let cluster = try PostgresCluster.shared.get()
    let pooler = try await offPool { try PoolerProcess(.session, before: cluster) }
    let address = try PostgresAddress(pooler.address(schema: "pooled"))
    let nodes = try (0..<2).map { _ in try PostgresLedger.open(address) }
    for number in 0..<20 {
      let notification = Sample.notification("n\(number)", Sample.fact("\(100 + number)"))
      #expect(try await nodes[number % 2].append(notification, at: 1) == .new)
    }
    #expect(try await nodes[0].entries(after: 0, limit: 100).count == 20)
    for node in nodes { await node.close() }
    try await offPool { pooler.stop() }
  }

  @Test(
    "In transaction mode it is refused, with what to do, whatever the pooler has in stock",
    .enabled(if: PoolerProcess.isInstalled && PostgresCluster.isInstalled),
    arguments: [false, true])
  func transaction(isThere: Bool) async throws {
    let cluster = try PostgresCluster.shared.get()
    if isThere {
      let direct = try PostgresAddress(cluster.address(schema: "unpooled"))
      try await PostgresLedger.open(direct).close()
    }
    let pooler = try await offPool { try PoolerProcess(.transaction, before: cluster) }
    let address = try PostgresAddress(pooler.address(schema: isThere ? "unpooled" : "unpooled_new"))
    for _ in 0..<3 {
      #expect(throws: LedgerOpenError.transactionPooling(name: address.name)) {
        try PostgresLedger.open(address)
      }
    }
    #expect(
      LedgerOpenError.transactionPooling(name: address.name).description.contains(
        "set 'pool_mode = session' in pgbouncer"))
    try await offPool { pooler.stop() }
  }
}
