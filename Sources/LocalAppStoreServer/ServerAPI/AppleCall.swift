import HTTPTypes

/// A call of Apple's server API, by its method and path.
enum AppleCall: Hashable, Sendable {
  case transaction(String)
  case history(String, isFirstVersion: Bool)
  case statuses(String)
  case appTransaction(String)
  case order(String)
  case refunds(String)
  case notifications
  case requestTest
  case test(String)
  case extend(String)
  case extendAll
  case extensionStatus(product: String, request: String)
  case consumption(String, isFirstVersion: Bool)
  case setAccountToken(String)
  case finish(String)
  /// Apple has it, and this store has not.
  case notServed(String)

  /// - Parameter path: percent-decoded components, without the query.
  init?(_ method: HTTPRequest.Method, _ path: [String]) {
    if let what = Self.notServed(path) {
      self = .notServed(what)
      return
    }
    guard path.count > 2, path[0] == "inApps" else { return nil }
    switch (method, path[1], path[2], Array(path[3...])) {
    case (.get, "v1", "transactions", let rest): self.init(reading: rest)
    case (.get, "v1", "history", let rest) where rest.count == 1:
      self = .history(rest[0], isFirstVersion: true)
    case (.get, "v2", "history", let rest) where rest.count == 1:
      self = .history(rest[0], isFirstVersion: false)
    case (.get, "v1", "lookup", let rest) where rest.count == 1: self = .order(rest[0])
    case (.get, "v2", "refund", let rest) where rest.count == 2 && rest[0] == "lookup":
      self = .refunds(rest[1])
    case (.post, "v1", "notifications", ["history"]): self = .notifications
    case (.post, "v1", "notifications", ["test"]): self = .requestTest
    case (.get, "v1", "notifications", let rest) where rest.count == 2 && rest[0] == "test":
      self = .test(rest[1])
    case (_, "v1", "subscriptions", let rest): self.init(method, subscriptions: rest)
    case (.put, let version, "transactions", let rest)
    where rest.count == 2 && rest[0] == "consumption" && ["v1", "v2"].contains(version):
      self = .consumption(rest[1], isFirstVersion: version == "v1")
    case (.put, "v1", "transactions", let rest)
    where rest.count == 2 && rest[1] == "appAccountToken":
      self = .setAccountToken(rest[0])
    case (.post, "v1", "transactions", let rest) where rest.count == 2 && rest[1] == "finish":
      self = .finish(rest[0])
    default: return nil
    }
  }

  private init?(reading rest: [String]) {
    switch rest.count {
    case 1: self = .transaction(rest[0])
    case 2 where rest[0] == "appTransactions": self = .appTransaction(rest[1])
    default: return nil
    }
  }

  private init?(_ method: HTTPRequest.Method, subscriptions rest: [String]) {
    switch (method, rest.count, rest.first, rest.dropFirst().first) {
    case (.get, 1, _, _): self = .statuses(rest[0])
    case (.put, 2, "extend", _): self = .extend(rest[1])
    case (.post, 2, "extend", "mass"): self = .extendAll
    case (.get, 4, "extend", "mass"): self = .extensionStatus(product: rest[2], request: rest[3])
    default: return nil
    }
  }

  private static func notServed(_ path: [String]) -> String? {
    switch path.first {
    case "advancedCommerce": "the Advanced Commerce API"
    case "groups": "customer groups"
    case "inApps" where path.count > 2 && path[2] == "messaging": "the Retention Messaging API"
    default: nil
    }
  }

  /// Each has a budget of its own. The rates are Apple's, calls for each second.
  var endpoint: (name: String, rate: Int) {
    switch self {
    case .transaction: ("transaction", 50)
    case .history(_, let isFirst): (isFirst ? "history 1" : "history 2", 50)
    case .statuses: ("statuses", 50)
    case .appTransaction: ("app transaction", 50)
    case .consumption(_, let isFirst): (isFirst ? "consumption 1" : "consumption 2", 50)
    case .notifications: ("notifications", 50)
    case .finish: ("finish", 50)
    case .extend: ("extend", 20)
    case .setAccountToken: ("account token", 20)
    case .order: ("order", 10)
    case .refunds: ("refunds", 10)
    case .extendAll: ("extend all", 1)
    case .extensionStatus: ("extend all status", 1)
    case .requestTest: ("test", 1)
    case .test: ("test status", 1)
    case .notServed: ("not served", 50)
    }
  }
}
