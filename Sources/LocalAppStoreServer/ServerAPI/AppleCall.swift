import HTTPTransport
import HTTPTypes

/// A call of Apple's server API: its path, its rate, and its answer.
struct AppleCall: Sendable {
  /// The parts of one request that a call reads.
  struct Arguments: Sendable {
    /// The parts of the path at its stars, percent-decoded.
    var ids: [String]
    var query: QueryItems
    var body: [UInt8]

    var id: String { ids[0] }
    var object: AppleBody { get throws { try AppleBody(body) } }
  }

  typealias Work = @Sendable (StoreService, Arguments) async throws -> Response

  private let method: HTTPRequest.Method
  private let path: [String]
  /// Each has a budget of its own.
  let name: String
  /// Apple's rate, in calls for each second.
  let rate: Int
  /// The most bytes of its body.
  let largestBody: Int
  let answer: Work

  init(
    _ method: HTTPRequest.Method, _ path: String, _ name: String, _ rate: Int = 50,
    largestBody: Int = Request.largestBody, _ answer: @escaping Work
  ) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
    self.name = name
    self.rate = rate
    self.largestBody = largestBody
    self.answer = answer
  }

  /// - Parameter path: percent-decoded components, without the query.
  static func find(
    _ method: HTTPRequest.Method, _ path: [String]
  ) -> (call: AppleCall, ids: [String])? {
    if let what = notServed(path) {
      return (AppleCall(method, "", "not served") { _, _ in throw AppleError.notServed(what) }, [])
    }
    for call in all where call.method == method && call.path.count == path.count {
      let parts = zip(call.path, path)
      guard parts.allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
      return (call, parts.filter { $0.0 == "*" }.map(\.1))
    }
    return nil
  }

  /// Apple has this call, and this store does not.
  private static func notServed(_ path: [String]) -> String? {
    switch path.first {
    case "advancedCommerce": "the Advanced Commerce API"
    case "groups" where path.count < 3 || path[2] != "transactions": "customer groups"
    default: nil
    }
  }
}

extension AppleCall {
  /// If two fit one path, the first counts.
  private static let all = transactions + messaging

  private static let transactions: [AppleCall] = [
    AppleCall(.get, "inApps/v1/transactions/*", "transaction") {
      try Response(apple: await $0.transactionInfo($1.id))
    },
    AppleCall(.get, "inApps/v1/history/*", "history 1") {
      try Response(apple: await $0.history($1.id, $1.query, isFirstVersion: true))
    },
    AppleCall(.get, "inApps/v2/history/*", "history 2") {
      try Response(apple: await $0.history($1.id, $1.query, isFirstVersion: false))
    },
    AppleCall(.get, "inApps/v1/subscriptions/*", "statuses") {
      try Response(apple: await $0.statuses($1.id, $1.query.all("status")))
    },
    AppleCall(.get, "inApps/v1/transactions/appTransactions/*", "app transaction") {
      try Response(apple: await $0.appTransactionInfo($1.id))
    },
    AppleCall(.get, "inApps/v1/lookup/*", "order", 10) {
      try Response(apple: await $0.order($1.id))
    },
    AppleCall(.get, "inApps/v2/refund/lookup/*", "refunds", 10) {
      try Response(apple: await $0.refunds($1.id, $1.query))
    },
    AppleCall(.post, "inApps/v1/notifications/history", "notifications") {
      let token = $1.query.first("paginationToken")
      return try Response(apple: await $0.notificationHistory($1.object, token))
    },
    AppleCall(.post, "inApps/v1/notifications/test", "test", 1) { store, _ in
      try Response(apple: await store.requestTest())
    },
    AppleCall(.get, "inApps/v1/notifications/test/*", "test status", 1) {
      try Response(apple: await $0.test($1.id))
    },
    AppleCall(.put, "inApps/v1/subscriptions/extend/*", "extend", 20) {
      try Response(apple: await $0.extend($1.id, $1.object))
    },
    AppleCall(.post, "inApps/v1/subscriptions/extend/mass", "extend all", 1) {
      try Response(apple: await $0.extendAll($1.object))
    },
    AppleCall(.get, "inApps/v1/subscriptions/extend/mass/*/*", "extend all status", 1) {
      try Response(apple: await $0.extensionStatus($1.ids[0], $1.ids[1]))
    },
    AppleCall(.put, "inApps/v1/transactions/consumption/*", "consumption 1") {
      try await $0.consumption($1.id, $1.object, isFirstVersion: true)
      return Response(status: .accepted)
    },
    AppleCall(.put, "inApps/v2/transactions/consumption/*", "consumption 2") {
      try await $0.consumption($1.id, $1.object, isFirstVersion: false)
      return Response(status: .accepted)
    },
    AppleCall(.put, "inApps/v1/transactions/*/appAccountToken", "account token", 20) {
      try await $0.setAccountToken($1.id, $1.object)
      return Response(status: .ok)
    },
    // Apple's page of limits names no rate for seats: the one that our client assumes.
    AppleCall(.get, "groups/v1/transactions/*/seats", "seats", 20) {
      try Response(apple: await $0.seats($1.id))
    },
    AppleCall(.post, "groups/v1/transactions/*/seats", "claim seat", 20) {
      try Response(apple: await $0.claimSeat($1.id, $1.object))
    },
    AppleCall(.delete, "groups/v1/transactions/*/seats/*", "unclaim seat", 20) {
      try await $0.unclaimSeat($1.ids[1], of: $1.id)
      return Response(status: .ok)
    },
    AppleCall(.post, "groups/v1/transactions/*/seats/*/associate", "associate seat", 20) {
      try await $0.associateSeat($1.ids[1], of: $1.id, $1.object)
      return Response(status: .ok)
    },
    AppleCall(.post, "inApps/v1/transactions/*/finish", "finish") {
      try await $0.finish($1.id)
      return Response(status: .ok)
    },
  ]
}
