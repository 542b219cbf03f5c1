import Foundation
import Synchronization

/// A PostgreSQL server of this test process, in a temporary folder, on a Unix socket alone. It is
/// started by the first test that needs it, and ends with the process, however that ends.
package final class PostgresCluster: Sendable {
  /// Whether the server's binaries are installed. `PAYWALL_TEST_NEEDS_POSTGRES` makes their absence a
  /// failure.
  package static let isInstalled = binaries != nil

  package static let isRequired =
    ProcessInfo.processInfo.environment["PAYWALL_TEST_NEEDS_POSTGRES"] != nil

  /// The server that the tests share.
  package static let shared: Result<PostgresCluster, any Error> = Result { try PostgresCluster() }

  private let folder: URL
  private let process: Process
  /// The server's shell ends it once this is closed.
  private let lifeline: Pipe
  private let lastSchema = Mutex(0)

  /// - Parameter primary: begins as its standby, which follows what it writes.
  package init(settings: [String] = [], standbyOf primary: PostgresCluster? = nil) throws {
    guard let binaries = Self.binaries else { throw PostgresClusterError("it is not installed") }
    folder = FileManager.default.temporaryDirectory.appending(
      path: "pg-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let options =
      [
        "unix_socket_directories=\(folder.path)", "listen_addresses=", "fsync=off",
        "full_page_writes=off", "max_connections=400", "shared_buffers=64MB",
        "max_locks_per_transaction=256",
      ] + settings
    let flags = options.map { "-c '\($0)'" }.joined(separator: " ")
    let data = "\(folder.path)/data"
    let making =
      primary.map {
        "'\(binaries)/pg_basebackup' -h '\($0.folder.path)' -U postgres -D '\(data)' -R -X stream -c fast"
      }
      ?? "'\(binaries)/initdb' -D '\(data)' -U postgres -A trust -E UTF8 --locale=C --no-sync"
    // A line on standard input is a signal to end the server by, or `start`.
    let script = """
      set -e
      \(making) >/dev/null
      start() { '\(binaries)/postgres' -D '\(data)' \(flags) >>'\(folder.path)/log' 2>&1 & server=$!; }
      start
      while read -r order; do
        case $order in
          start) start ;;
          *) kill -$order $server || true; wait $server || true ;;
        esac
      done
      kill -QUIT $server || true
      wait $server || true
      rm -rf '\(data)'
      """
    lifeline = Pipe()
    process = try .running(script, in: folder, input: lifeline)
    try waitUntilReady(binaries)
  }

  /// The address of a schema that no other test uses.
  package func address() -> String {
    let number = lastSchema.withLock { last in
      last += 1
      return last
    }
    return address(schema: "t\(number)")
  }

  package func address(schema: String) -> String {
    "postgres://postgres@/postgres?host=\(folder.path)&schema=\(schema)"
  }

  /// Runs SQL as a superuser.
  ///
  /// - Returns: the rows as text, columns separated by `|`.
  @discardableResult
  package func sql(_ text: String) throws -> [String] {
    guard let binaries = Self.binaries else { return [] }
    let output = try Self.run(
      "\(binaries)/psql", "-h", folder.path, "-U", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1",
      "-c", text)
    return output.split(separator: "\n").map(String.init)
  }

  /// How a server is ended.
  package enum End: String {
    /// Open transactions are rolled back.
    case fast = "INT"
    /// As a crash: the next start recovers from the log of writes.
    case immediate = "QUIT"
  }

  /// Ends the server, which keeps its data; returns once it accepts nobody.
  package func halt(_ end: End = .immediate) throws {
    guard let binaries = Self.binaries else { return }
    try lifeline.fileHandleForWriting.write(contentsOf: Data("\(end.rawValue)\n".utf8))
    // A server that ends says nothing: it is asked every 5 ms.
    while (try? Self.run("\(binaries)/pg_isready", "-h", folder.path)) != nil { usleep(5_000) }
  }

  /// Starts a server that was halted.
  package func resume() throws {
    guard let binaries = Self.binaries else { return }
    try lifeline.fileHandleForWriting.write(contentsOf: Data("start\n".utf8))
    try waitUntilReady(binaries)
  }

  /// An address of which the first server that writes is taken: this one, or another.
  package func address(or other: PostgresCluster, schema: String) -> String {
    "postgres://postgres@/postgres?host=\(folder.path),\(other.folder.path)&schema=\(schema)"
      + "&target_session_attrs=read-write"
  }

  /// The folder of its socket.
  package var host: String { folder.path }

  /// Restores a backup of a schema, made by `pg_dump`, into a new database.
  package func copy(schema: String, toDatabase database: String) throws {
    guard let binaries = Self.binaries else { return }
    try sql("CREATE DATABASE \(database)")
    let file = folder.appending(path: "\(database).dump").path
    let server = ["-h", folder.path, "-U", "postgres"]
    _ = try Self.run(
      "\(binaries)/pg_dump", server + ["-Fc", "-n", schema, "-f", file, "postgres"])
    _ = try Self.run(
      "\(binaries)/pg_restore", server + ["--exit-on-error", "-d", database, file])
    try FileManager.default.removeItem(atPath: file)
  }

  package func stop() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private func waitUntilReady(_ binaries: String) throws {
    let end = Date().addingTimeInterval(60)
    while process.isRunning, Date() < end {
      if (try? Self.run("\(binaries)/pg_isready", "-h", folder.path)) != nil { return }
      // A server that starts tells nothing: it is asked every 20 ms.
      usleep(20_000)
    }
    let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
    throw PostgresClusterError("PostgreSQL did not start: \(log ?? "no log")")
  }

  private static func run(_ path: String, _ arguments: String...) throws -> String {
    try run(path, arguments)
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw PostgresClusterError(text) }
    return text
  }

  /// The newest version in Debian's folders, or what `PATH` has.
  private static let binaries: String? = {
    let versions = "/usr/lib/postgresql"
    let installed = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    let folders =
      installed.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(versions)/\($0)/bin" }
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.first { folder in
      ["initdb", "postgres", "psql", "pg_isready", "pg_basebackup"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()
}

package struct PostgresClusterError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
