import Foundation
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Logging
import NIOCore
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
    guard let (call, ids) = AppleCall.find(request.method, path) else {
      return Response(status: .notFound)
    }
    if let next = api.take(call) {
      return Response(
        .rateLimitExceeded, headers: [.retryAfter: String(next.milliseconds)])
    }
    do {
      let body: [UInt8]
      do {
        body = try await request.collected(upTo: call.largestBody)
      } catch is Problem {
        throw AppleError.badRequest
      }
      let query = QueryItems(String(request.query))
      return try await call.answer(store, .init(ids: ids, query: query, body: body))
    } catch let error as AppleError {
      return Response(error)
    } catch let error where !(error is CancellationError || error is IncompleteRequest) {
      logger.error("internal error", metadata: ["error": "\(error)"])
      return Response(AppleError.internalError)
    }
  }
}

extension Response {
  /// The `Content-Type` is exactly that: Apple's libraries read the code of an error with no other.
  init(apple value: some Encodable) throws { try self.init(json: value) }

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
