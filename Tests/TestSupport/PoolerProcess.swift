import Foundation

/// pgbouncer in front of a `PostgresCluster`, on a Unix socket, as long as its value.
package final class PoolerProcess: Sendable {
  package enum Mode: String, Sendable { case session, transaction, statement }

  package static let isInstalled = program != nil

  private static let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let folder: URL
  private let process: Process
  /// The shell ends the pooler once this is closed.
  private let lifeline: Pipe

  package init(_ mode: Mode, before cluster: PostgresCluster) throws {
    guard let program = Self.program else { throw PostgresClusterError("pgbouncer is missing") }
    folder = FileManager.default.temporaryDirectory.appending(
      path: "pb-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let settings = """
      [databases]
      * = host=\(cluster.host) user=postgres
      [pgbouncer]
      listen_port = 6432
      unix_socket_dir = \(folder.path)
      auth_type = any
      pool_mode = \(mode.rawValue)
      max_client_conn = 200
      default_pool_size = 50
      """
    let file = folder.appending(path: "pgbouncer.ini")
    try Data(settings.utf8).write(to: file)
    let script = """
      '\(program)' -q '\(file.path)' >'\(folder.path)/log' 2>&1 &
      pooler=$!
      cat >/dev/null
      # It inherits which signals this process blocks.
      kill -KILL $pooler
      wait $pooler || true
      """
    lifeline = Pipe()
    process = try .running(script, in: folder, input: lifeline)
    let socket = "\(folder.path)/.s.PGSQL.6432"
    let end = Date().addingTimeInterval(60)
    while !Self.isListening(socket) {
      guard process.isRunning, Date() < end else {
        let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        throw PostgresClusterError("pgbouncer did not start: \(log ?? "no log")")
      }
      // It says nothing when it listens, which is some time after its socket is there.
      usleep(10_000)
    }
  }

  private static func isListening(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size) == 0
      }
    }
  }

  package func address(schema: String) -> String {
    "postgres://postgres@/postgres?host=\(folder.path)&port=6432&schema=\(schema)"
  }

  package func stop() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

extension Process {
  /// A shell that runs a script in a folder, not as root: PostgreSQL and its pooler refuse that.
  static func running(_ script: String, in folder: URL, input: Pipe) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    if getuid() == 0 {
      process.executableURL = URL(filePath: "/usr/sbin/runuser")
      process.arguments = ["-u", "postgres", "--", "/bin/sh", "-c", script]
    }
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
