import HTTPDocuments
import HTTPTransport
import HTTPTypes
import LocalAppStoreClient
import NIOCore

extension Response {
  /// A page, which is shown in no frame and kept nowhere.
  init(html page: Markup, status: HTTPResponse.Status = .ok) {
    self.init(
      status: status,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .contentSecurityPolicy: StorePage.contentSecurityPolicy, .xContentTypeOptions: "nosniff",
      ], body: ByteBuffer(string: page.text))
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
      html: StorePage.signIn(formToken: access.pageKey.text, refusal: refusal),
      status: .unauthorized)
  }

  /// A page that says what is wrong.
  init(page problem: StoreProblem) {
    self.init(html: StorePage.problem(problem), status: .init(code: problem.status))
  }
}
