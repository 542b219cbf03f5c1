import Foundation

/// How many files the process may have open: every connection is one.
package enum FileLimit {
  /// For the ledger, logs, the configuration while it is read, and connections on their way out.
  package static let reserve = 256

  /// Connections to allow: what was asked for, or as many as there is room for, up to 20,000. `nil`
  /// if there is less room than was asked for: a server that runs out of files could accept nobody
  /// at all.
  package static func connections(_ asked: Int?, files: Int) -> Int? {
    let room = max(files - reserve, 1)
    guard let asked else { return min(room, 20_000) }
    return asked <= room ? asked : nil
  }

  /// Raises the system's soft limit as far as it lets a process; what it is then.
  package static func raise() -> Int {
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
