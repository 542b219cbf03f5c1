import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore
import PaywallAPI

/// What every answer of the page carries, and one place that writes its problems.
struct PageGate: RouterMiddleware {
  func handle(
    _ request: Request, context: StoreContext,
    next: @concurrent (Request, StoreContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let problem as StoreProblem {
      return Response(problem: problem)
    } catch let problem as Problem {
      return Response(
        problem: StoreProblem(
          problem.code.status.code, problem.code.rawValue, problem.code.title, problem.detail))
    }
  }
}

extension Response {
  /// A page, which is shown in no frame and kept nowhere.
  init(html page: Markup, status: HTTPResponse.Status = .ok) {
    self.init(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: StorePage.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: page.text)))
  }

  /// Leads a browser to another page after a form.
  ///
  /// - Parameter cookie: `Set-Cookie`.
  init(seeOther location: String, cookie: String? = nil) {
    self.init(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    if let cookie { headers[.setCookie] = cookie }
  }

  init(signIn access: StoreAccess, refusal: String?) {
    self.init(
      html: StorePage.signIn(formToken: access.pageKey.text(for: .form), refusal: refusal),
      status: .unauthorized)
  }

  /// What is wrong, as a page.
  init(problem: StoreProblem) {
    self.init(html: StorePage.problem(problem), status: .init(code: problem.status))
  }
}
