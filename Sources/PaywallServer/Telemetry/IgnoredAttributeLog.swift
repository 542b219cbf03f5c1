import Logging
import PaywallAPI
import PaywallCatalog
import Synchronization

/// Names the ignored attributes of apps in the log, each name once an hour. Apps are not told: their
/// answers are cached, and no person reads them.
final class IgnoredAttributeLog: Sendable {
  private struct Hour {
    var began: Timestamp
    /// With the cause, which may be another one for the same name.
    var names: Set<String> = []
  }

  /// Apps choose the names, and must not fill the log.
  private static let mostNames = 100
  private static let milliseconds: Int64 = 3_600_000

  private let logger: Logger
  private let hour = Mutex<Hour?>(nil)

  init(_ logger: Logger) { self.logger = logger }

  func note(_ ignored: IgnoredAttributes, from key: String, at now: Timestamp) {
    let new = hour.withLock { hour in
      let age = hour.map { now.milliseconds - $0.began.milliseconds }
      // A clock that was set back begins another hour.
      if age.map({ !(0..<Self.milliseconds).contains($0) }) ?? true { hour = Hour(began: now) }
      return ignored.attributes.filter { attribute in
        let count = hour?.names.count ?? 0
        let name = "\(attribute.why.rawValue) \(attribute.shortName)"
        return count < Self.mostNames && hour?.names.insert(name).inserted == true
      }
    }
    for attribute in new {
      logger.warning(
        "an attribute of apps is ignored; this name is not logged again within the hour",
        metadata: [
          "attribute": "\(attribute.shortName)", "why": "\(attribute.why.rawValue)",
          "help": "\(attribute.detail)", "key": "\(key)",
        ])
    }
  }
}
