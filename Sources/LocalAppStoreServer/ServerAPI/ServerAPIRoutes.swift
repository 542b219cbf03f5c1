import Foundation
import HTTPTransport
import HTTPTypes
import LocalAppStore
import Logging
import NIOCore
import PaywallAPI
import PaywallCatalog

/// Apple's paths. A JWT opens them, as with Apple, and not the token of the store.
struct ServerAPIRoutes {
  let store: StoreService
  let api: ServerAPI
  let logger: Logger
  private let throttle = LogThrottle()

  private static let roots = ["inApps", "advancedCommerce", "groups"]

  /// Whether a path begins with one of Apple's, so that a JWT is checked here.
  static func cover(_ path: String) -> Bool {
    roots.contains { path.hasPrefix("/\($0)/") }
  }

  func answer(_ request: Request) async throws -> Response {
    if let mistake = api.mistake(in: request.headers[.authorization]) {
      // Apple does not say what is wrong either; the developer finds it here.
      if throttle.isDue() {
        logger.notice("a call of the server API is not authorized", metadata: ["why": "\(mistake)"])
      }
      return Response(status: .unauthorized)
    }
    let path = request.path.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    guard let call = AppleCall(request.method, path) else { return Response(status: .notFound) }
    if let next = api.take(call) {
      return Response(
        .rateLimitExceeded, headers: [.retryAfter: String(next.milliseconds)])
    }
    do {
      let body: [UInt8]
      do {
        body = try await request.collected()
      } catch is Problem {
        throw AppleError.badRequest
      }
      return try await respond(to: call, QueryItems(String(request.query)), body)
    } catch let error as AppleError {
      return Response(error)
    } catch let error where !(error is CancellationError || error is IncompleteRequest) {
      logger.error("internal error", metadata: ["error": "\(error)"])
      return Response(AppleError.internalError)
    }
  }

  private func respond(
    to call: AppleCall, _ query: QueryItems, _ body: [UInt8]
  ) async throws -> Response {
    switch call {
    case .transaction(let id): return try Response(apple: await store.transactionInfo(id))
    case .history(let id, let isFirst):
      return try Response(apple: await store.history(id, query, isFirstVersion: isFirst))
    case .statuses(let id):
      return try Response(apple: await store.statuses(id, query.all("status")))
    case .appTransaction(let id): return try Response(apple: await store.appTransactionInfo(id))
    case .order(let id): return try Response(apple: await store.order(id))
    case .refunds(let id): return try Response(apple: await store.refunds(id, query))
    case .notifications:
      return try Response(
        apple: await store.notificationHistory(AppleBody(body), query.first("paginationToken")))
    case .requestTest: return try Response(apple: await store.requestTest())
    case .test(let token): return try Response(apple: await store.test(token))
    case .extend(let id):
      return try Response(apple: await store.extend(id, AppleBody(body)))
    case .extendAll: return try Response(apple: await store.extendAll(AppleBody(body)))
    case .extensionStatus(let product, let request):
      return try Response(apple: await store.extensionStatus(product, request))
    case .consumption(let id, let isFirst):
      try await store.consumption(id, AppleBody(body), isFirstVersion: isFirst)
      return Response(status: .accepted)
    case .setAccountToken(let id):
      try await store.setAccountToken(id, AppleBody(body))
      return Response(status: .ok)
    case .finish(let id):
      try await store.finish(id)
      return Response(status: .ok)
    case .notServed(let what): throw AppleError.notServed(what)
    }
  }
}

extension Response {
  /// The `Content-Type` is exactly that: Apple's libraries read the code of an error with no other.
  fileprivate init(apple value: some Encodable, status: HTTPResponse.Status = .ok) throws {
    try self.init(json: value)
    self.status = status
  }

  fileprivate init(_ error: AppleError, headers: HTTPFields = [:]) {
    let failure = AppleAnswers.Failure(errorCode: error.code, errorMessage: error.message)
    let body = try? JSONEncoder().encode(failure)
    var headers = headers
    headers[.contentType] = "application/json"
    self.init(
      status: .init(code: error.status), headers: headers,
      body: ByteBuffer(bytes: body ?? Data()))
  }
}
