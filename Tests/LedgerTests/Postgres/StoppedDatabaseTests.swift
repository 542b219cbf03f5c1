import Foundation
import TestSupport
import Testing

@testable import LedgerPostgres

/// A process of the database that stops ends no connection: a waiting client must give up.
@Suite(.enabled(if: PostgresCluster.isInstalled))
struct StoppedDatabaseTests {
  private static func session(patience: Int?) throws -> Session {
    try Session(
      PostgresAddress(PostgresCluster.shared.get().address()), setUp: [], patience: patience,
      counting: RoundTrips())
  }

  @Test
  func `A connection whose process was stopped is given up, and another one works`() async throws {
    try await offPool {
      let session = try Self.session(patience: 300)
      let process = pid_t(try session.backend())
      #expect(kill(process, SIGSTOP) == 0)
      defer { kill(process, SIGCONT) }
      #expect(throws: PostgresError.lost("the database has sent nothing for 300 ms")) {
        try session.backend()
      }
      #expect(try Self.session(patience: 300).backend() != Int64(process))
    }
  }

  @Test
  func `A statement that sends nothing for less than the patience is waited for`() async throws {
    try await offPool {
      let session = try Self.session(patience: 60_000)
      let count = "SELECT count(*) FROM generate_series(1, 2000000)"
      #expect(try session.all(count) { $0.int64(0) } == [2_000_000])
      // The rows are more than the buffers hold, and come one by one.
      var rows = 0
      try session.forEach("SELECT repeat('x', 1000) FROM generate_series(1, 5000)", []) { _ in
        rows += 1
      }
      #expect(rows == 5000)
    }
  }
}
