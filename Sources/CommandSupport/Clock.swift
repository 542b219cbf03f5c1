import Foundation

package import PaywallCatalog

extension Timestamp {
  /// The present, for commands; everything below takes it as an argument.
  package static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}

extension Console {
  package static func ofProcess() -> Console {
    ofProcess(environment: ProcessInfo.processInfo.environment)
  }
}
