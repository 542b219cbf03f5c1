import Foundation
import Logging

/// How many files the process may have open: every connection is one.
enum FileLimit {
  /// For the ledger, logs, the configuration while it is read, and connections on their way out.
  static let reserve = 256

  /// What to allow: what the settings say, or as many as there is room for, up to 20,000. The
  /// system's soft limit is raised as far as it lets a process; a server that runs out of files
  /// could accept nobody at all.
  static func connections(_ settings: Settings, _ logger: Logger) throws(StartError) -> Int {
    let files = raise()
    let room = max(files - reserve, 1)
    if let asked = settings.maxConnections, asked > room {
      throw StartError.connections(asked, files: files)
    }
    let connections = settings.maxConnections ?? min(room, 20_000)
    logger.info(
      "limits", metadata: ["connections": "\(connections)", "files": "\(files)"])
    return connections
  }

  /// Raises the soft limit to the hard one; what it is then.
  private static func raise() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return 1024 }
    var raised = limit
    raised.rlim_cur = min(limit.rlim_max, 1 << 20)
    if raised.rlim_cur > limit.rlim_cur, unsafe setrlimit(resource, &raised) == 0 {
      limit = raised
    }
    return Int(clamping: limit.rlim_cur)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
