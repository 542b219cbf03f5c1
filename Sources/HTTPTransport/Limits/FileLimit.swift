import Foundation

/// How many files the process may have open. Each connection is one.
package enum FileLimit {
  /// Files for everything but admitted connections: databases, logs, configuration, refused
  /// connections.
  package static let reserve = 256
  /// With fewer files a server has hardly room for connections.
  package static let least = 1024

  /// The number of connections to allow: the configured one, or as many as fit, up to 20,000.
  ///
  /// - Returns: `nil` if the configured number does not fit. A server without free files could not
  ///   accept any connection.
  package static func connections(_ configured: Int?, files: Int) -> Int? {
    let available = max(files - reserve, 1)
    guard let configured else { return min(available, 20_000) }
    return configured <= available ? configured : nil
  }

  /// Raises the soft limit to the hard limit, up to 1,048,576.
  ///
  /// - Returns: the soft limit afterwards.
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
