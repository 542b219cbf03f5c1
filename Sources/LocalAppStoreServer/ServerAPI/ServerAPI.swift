package import PaywallCatalog
import Synchronization

/// The keys that may call Apple's server API, and the budgets of their calls.
package final class ServerAPI: Sendable {
  package let key: ServerAPIKey
  /// The keys of servers that trust this store, by id; the newest last.
  private let trusted = Mutex<[ServerAPIKey]>([])
  private let bundleId: String
  private let budgets: Mutex<CallBudgets>
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - limits: 1 for Apple's limits, another number for that many times as many calls, 0 for
  ///     none.
  ///   - now: real time.
  package init(
    _ key: ServerAPIKey, bundleId: String, isSandbox: Bool, limits: Double = 1,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.key = key
    self.bundleId = bundleId
    self.now = now
    budgets = Mutex(CallBudgets(scale: limits, isSandbox: isSandbox))
  }

  /// Returns what is wrong with the `Authorization` of a call; `nil` if nothing is.
  func mistake(in authorization: String?) -> String? {
    let prefix = "Bearer "
    guard let authorization, authorization.hasPrefix(prefix) else { return "it has no JWT" }
    let token = String(authorization.dropFirst(prefix.count))
    guard let mistake = key.mistake(in: token, bundleId: bundleId, at: now()) else { return nil }
    for key in trusted.withLock(\.self)
    where key.mistake(in: token, bundleId: bundleId, at: now()) == nil {
      return nil
    }
    return mistake
  }

  /// Takes calls that another key signed too: the key of a server, which gives its public half
  /// only.
  func trust(_ key: ServerAPIKey) {
    trusted.withLock { keys in
      keys.removeAll { $0.id == key.id }
      keys.append(key)
      if keys.count > Self.mostKeys { keys.removeFirst() }
    }
  }

  private static let mostKeys = 16

  /// Counts a call.
  ///
  /// - Returns: the moment from which calls are taken again; `nil` if this one is.
  func take(_ call: AppleCall) -> Timestamp? {
    budgets.withLock { $0.take(call, at: now()) }
  }
}
