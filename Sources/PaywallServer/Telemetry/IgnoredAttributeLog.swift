import Logging
import PaywallAPI
import PaywallCatalog
import Synchronization

/// Names the ignored attributes of apps in the log, each name once an hour. The answers to apps do
/// not name them: they are cached, and no person reads them.
///
/// The key of an app is in every copy of it, so a request may have any names. Those of declared
/// attributes are few, and are always logged. Of the others, 100 an hour are logged as they come;
/// the rest are counted, and the hour ends with the names that came most often: a name of the real
/// app, which comes with each of its requests, is among them, whatever else a few callers send.
final class IgnoredAttributeLog: Sendable {
  fileprivate struct Hour {
    var began: Timestamp
    /// With the cause, which may be another one for the same name.
    var declared: Set<String> = []
    var others: Set<String> = []
    var unlogged = FrequentNames()
  }

  fileprivate static let mostNames = 100
  private static let milliseconds: Int64 = 3_600_000

  private let logger: Logger
  private let hour = Mutex<Hour?>(nil)

  init(_ logger: Logger) { self.logger = logger }

  func note(_ ignored: IgnoredAttributes, from key: String, at now: Timestamp) {
    let (new, ended) = hour.withLock { hour in
      var current = hour ?? Hour(began: now)
      // A second reference would copy its names.
      hour = nil
      var ended: FrequentNames?
      // A clock that was set back begins another hour.
      if !(0..<Self.milliseconds).contains(now.milliseconds - current.began.milliseconds) {
        ended = current.unlogged
        current = Hour(began: now)
      }
      let new = ignored.attributes.filter { current.isNew($0) }
      hour = current
      return (new, ended)
    }
    if let ended, ended.total > 0 { summarise(ended) }
    for attribute in new {
      logger.warning(
        "an attribute of apps is ignored; this name is not logged again within the hour",
        metadata: [
          "attribute": "\(attribute.shortName)", "why": "\(attribute.why.rawValue)",
          "help": "\(attribute.detail)", "key": "\(key)",
        ])
    }
  }

  private func summarise(_ names: FrequentNames) {
    logger.warning(
      "more attributes of apps were ignored in the last hour than are logged one by one",
      metadata: [
        "count": "\(names.total)", "mostOften": .array(names.top(10).map { "\($0)" }),
      ])
  }
}

extension IgnoredAttributeLog.Hour {
  /// Whether an attribute has to be logged; counts it.
  fileprivate mutating func isNew(_ attribute: IgnoredAttribute) -> Bool {
    let name = "\(attribute.why.rawValue) \(attribute.shortName)"
    switch attribute.why {
    case .mistyped, .unusable, .placeholder: return declared.insert(name).inserted
    case .undeclared, .unnamed:
      if others.contains(name) { return false }
      guard others.count < IgnoredAttributeLog.mostNames else {
        unlogged.add(attribute.shortName)
        return false
      }
      others.insert(name)
      return true
    }
  }
}
