import Foundation
import HTTPDocuments
import HTTPService
import HTTPTransport
import HTTPTypes
import LocalAppStore
import LocalAppStoreClient
import Logging
import NIOCore

/// The steps of every request: the check of its sender, its route, and one place that writes every
/// problem.
struct StoreResponder: Sendable {
  let access: StoreAccess
  let routes: Router<StoreRoute>
  /// `nil` serves none of Apple's paths.
  let serverAPI: ServerAPIRoutes?
  let logger: Logger

  @Sendable func answer(_ request: Request, _ source: RequestSource) -> Answer {
    .later { await response(to: request, from: source.peer) }
  }

  private func response(to request: Request, from address: ClientAddress) async -> Response {
    let response: Response
    do {
      try access.check(request.head, from: address)
      response = try await route(request, address)
    } catch {
      response = problem(error, request)
    }
    return request.method == .head ? response.withoutBody : response
  }

  private func route(_ request: Request, _ address: ClientAddress) async throws -> Response {
    if let serverAPI, ServerAPIRoutes.cover(String(request.path)) {
      return try await serverAPI.answer(request)
    }
    switch routes.find(request.method, String(request.path)) {
    case .route(let route, _): return try await route(request, address)
    case .otherMethods(let allow):
      var response = Response(
        StoreProblem(405, "methodNotAllowed", "Wrong method", "This path takes \(allow)."))
      response.headers[.allow] = allow
      return response
    case .nothing:
      throw StoreProblem(
        404, "notFound", "There is nothing here",
        "Open / in a browser for the page. GET reads root.cer, v1/clock, v1/customers, v1/products, v1/signed, v1/retention and v1/notifications; POST takes v1/ and a cause, such as v1/buy."
      )
    }
  }

  /// Answers an error: with a page on the paths of the page, else with JSON.
  private func problem(_ error: any Error, _ request: Request) -> Response {
    let isPage = PagePath(request.head) != nil
    switch error {
    case let problem as Problem:
      return isPage ? Response(page: StoreProblem(problem)) : problem.response
    case let problem as StoreProblem:
      return isPage ? Response(page: problem) : Response(problem)
    case let refusal as StoreRefusal: return Response(StoreProblem(refusal))
    // The caller has gone, or the store ends.
    case is IncompleteRequest, is CancellationError: return Response(status: .serviceUnavailable)
    default:
      logger.error("internal error", metadata: ["error": "\(error)"])
      return Response(
        StoreProblem(500, "internalError", "Internal error", "The log of the store says why."))
    }
  }
}

extension StoreProblem {
  fileprivate init(_ problem: Problem) {
    self.init(
      problem.code.status.code, problem.code.rawValue, problem.code.title, problem.detail)
  }
}

extension Response {
  fileprivate init(_ problem: StoreProblem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A problem has only texts and numbers, which JSON can always hold.
    let body = (try? encoder.encode(problem)) ?? Data()
    self.init(
      status: .init(code: problem.status),
      headers: [.contentType: StoreProblem.contentType, .cacheControl: "no-store"],
      body: ByteBuffer(bytes: body))
  }
}
