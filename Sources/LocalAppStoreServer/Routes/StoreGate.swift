import Foundation
import HTTPTransport
import HTTPTypes
import Hummingbird
import LocalAppStore
import Logging
import NIOCore
import PaywallAPI
import PaywallServer

/// What every request passes: the check of its sender, and one place that writes every problem.
struct StoreGate: RouterMiddleware {
  let access: StoreAccess
  let logger: Logger

  func handle(
    _ request: Request, context: StoreContext,
    next: @concurrent (Request, StoreContext) async throws -> Response
  ) async throws -> Response {
    do {
      try access.check(request.head, from: context.address)
      return try await next(request, context)
    } catch let problem as Problem {
      return problem.response
    } catch let refusal as StoreRefusal {
      return Response(StoreProblem(refusal))
    } catch let problem as StoreProblem {
      return PagePath(request.head) == nil ? Response(problem) : Response(problem: problem)
    } catch let error as HTTPError where error.status == .notFound {
      return Response(
        StoreProblem(
          404, "notFound", "There is nothing here",
          "Open / in a browser for the page. GET reads root.cer, v1/clock, v1/customers, v1/products, v1/signed and v1/notifications; POST takes v1/ and a cause, such as v1/buy."
        ))
    } catch is CancellationError {
      throw CancellationError()
    } catch let error as IncompleteRequest {
      // The caller has gone.
      throw error
    } catch {
      logger.error("internal error", metadata: ["error": "\(error)"])
      return Response(
        StoreProblem(500, "internalError", "Internal error", "The log of the store says why."))
    }
  }
}

extension Response {
  fileprivate init(_ problem: StoreProblem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Of texts and numbers, which JSON can always hold.
    let body = (try? encoder.encode(problem)) ?? Data()
    self.init(
      status: .init(code: problem.status),
      headers: [.contentType: StoreProblem.contentType, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
