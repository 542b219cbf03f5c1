import Foundation
@testable import PaywallServer
import TestSupport
import Testing

/// A ledger that accepts everything and answers nothing takes no server out.
@Suite("Servers whose ledger hangs", .timeLimit(.minutes(10)))
struct HangingLedgerTests {
  private static func placement(of user: String) -> String {
    """
    GET /v1/placements/onboarding?userId=\(user)&country=GB
    X-API-Key: client-key
    """
  }
  private static let exposure = TestServer.exposure(of: "user-15", variant: "control")
  private static let customer = """
    POST /v1/customer
    X-API-Key: server-key

    {"customer":{"userId":"user-7"}}
    """

  /// - Parameters:
  ///   - ledger: its address; `nil` is the file in the state folder.
  ///   - hang: makes it hang.
  private func check(
    _ app: AppFolder, ledger: String? = nil, hang: () throws -> Void, resume: () throws -> Void
  ) async throws {
    func start() async throws -> PaywallService {
      try await app.serverWithExperiment(
        {
          $0.ledger = ledger ?? $0.ledger
          $0.ledgerLimits = LedgerGate.Limits()
        }, keys: TestServer.allKeys)
    }
    let earlier = try await start()
    let recorded = try await earlier.exchange(Self.exposure)
    #expect(recorded.contains(#""outcome":"recorded""#), "\(recorded)")
    await earlier.end()
    // The records of the earlier server are in the ledger, and not in this one's memory.
    let server = try await start()
    // The customer is unknown. A busy machine may take longer than the deadline at first.
    await until {
      let unknown = try? await server.exchange(Self.customer)
      return unknown?.hasPrefix("404\n") == true
    }
    try hang()
    let moment = ContinuousClock.now
    for _ in 0..<10 {
      try await server.exchange(Self.placement(of: "user-7")).expect(200)
    }
    for _ in 0..<10 {
      let guess = try await server.exchange(Self.placement(of: "user-15"))
      guess.expect(200, #""degraded":true"#)
      #expect(guess.contains("\ncache-control: no-store") && !guess.contains("etag"), "\(guess)")
    }
    // A quarter of a second for the first. Each without a deadline would take four, or a response's five:
    // together 80.
    #expect(ContinuousClock.now - moment < .seconds(60))
    let unknown = try await server.exchange(Self.customer)
    unknown.expect(503, "\nretry-after: ", #""code":"ledgerUnavailable""#)
    let readiness = try await server.exchange("GET /health/ready")
    readiness.expect(200, #""code":"ledgerHangs""#)
    try resume()
    await until {
      let known = try? await server.exchange(Self.customer)
      return known?.hasPrefix("404\n") == true
    }
    await until {
      let readiness = try? await server.exchange("GET /health/ready")
      return readiness?.contains("ledgerHangs") == false
    }
  }

  @Test(
    "paywalls are served while PostgreSQL is stopped, and customers are told to come back",
    .enabled(if: PostgresCluster.isInstalled))
  func postgres() async throws {
    let cluster = try PostgresCluster()
    let processes = Processes(of: cluster)
    defer { processes.signal(SIGCONT) }
    try await check(
      AppFolder(showing: "standard"), ledger: cluster.address(),
      hang: { processes.signal(SIGSTOP) }, resume: { processes.signal(SIGCONT) })
  }

  @Test("a file that another program locks is the same", .enabled(if: FileLocker.isInstalled))
  func sqlite() async throws {
    let app = try AppFolder(showing: "standard")
    let locker = FileLocker(app.statePath + "/paywall.sqlite-shm")
    defer { locker.unlock() }
    try await check(app, hang: locker.lock, resume: locker.unlock)
  }
}

/// The server of a cluster with those that it started, which have the connections.
private struct Processes {
  private let postmaster: pid_t?

  init(of cluster: PostgresCluster) {
    let file = try? String(contentsOfFile: cluster.host + "/data/postmaster.pid", encoding: .utf8)
    postmaster = file?.split(separator: "\n").first.flatMap { pid_t($0) }
  }

  func signal(_ signal: Int32) {
    guard let postmaster else { return }
    let children = "/proc/\(postmaster)/task/\(postmaster)/children"
    let started = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
    for process in [postmaster] + started.split(separator: " ").compactMap({ pid_t($0) }) {
      kill(process, signal)
    }
  }
}

/// Locks the index of a write-ahead log (SQLite, "WAL-mode File Format", 2.3) in another process, which
/// keeps all others from reading and writing.
private final class FileLocker {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  private let path: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String) { self.path = path }

  /// Returns once it is locked.
  func lock() throws {
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import fcntl, sys
      file = open(sys.argv[1], "r+b")
      fcntl.lockf(file, fcntl.LOCK_EX, 8, 120)
      print("locked", flush=True)
      sys.stdin.read()
      """, path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty, "it says that it is locked")
  }

  /// Ends the process, and its lock with it.
  func unlock() {
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.waitUntilExit() }
  }
}
