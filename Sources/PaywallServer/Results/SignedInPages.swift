import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Logging
import NIOCore
import PaywallAPI
import PaywallCatalog
import PaywallPictures
import PaywallTextCoding
import ResultsPages

/// Pages for people, behind one that takes a viewer or admin key.
struct SignedInPages {
  let access: ResultsAccess
  let logger: Logger

  struct Page {
    var html: String
    /// It loads itself again soon.
    var asksAgain = false
    var policy = SignedInPages.contentSecurityPolicy

    /// - Parameter what: of which every one is read.
    static func computing(_ what: String) -> Page {
      Page(
        html: ResultsProblemPage(
          title: "Being computed",
          detail:
            "Every \(what) is read for the first time since the server started, which takes a minute or two with millions of persons. This page loads itself again.",
          help: nil, leadsBack: true
        ).html, asksAgain: true)
    }
  }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.signIn) { request, context in try await signIn(request, context) }
    routes.on(.signOut) { _, context in
      let entry = context.entry
      try ResultsAccess.checkOrigin(context.head)
      return Self.seeOther("/results", cookie: try await access.signOut(context.head, entry))
    }
  }

  /// A page for a reader with a session; for others the one that takes a key.
  ///
  /// - Parameter path: of the page, which follows the sign-in.
  func page(
    _ context: RequestScope, _ path: String,
    _ page: (RequestScope.Entry, _ reader: Caller) async throws -> Page
  ) async throws -> Response {
    let entry = context.entry
    guard !entry.release.keys.isEmpty else { return Self.keyless }
    guard let reader = try await access.reader(context.head, entry) else {
      return signInPage(context, entry, path, refusal: nil)
    }
    do {
      return Self.response(try await page(entry, reader))
    } catch let problem as Problem {
      return Self.response(problem)
    }
  }

  private func signIn(_ request: Request, _ context: RequestScope) async throws -> Response {
    let entry = context.entry
    guard !entry.release.keys.isEmpty else {
      try await request.body.finish()
      return Self.keyless
    }
    let form = try await Self.form(request)
    do throws(Problem) {
      try ResultsAccess.checkOrigin(context.head)
    } catch {
      return Self.response(error)
    }
    let path = Self.path(form["page"] ?? "", in: entry.release.snapshot)
    switch try access.signIn(key: form["key"] ?? "", context.head, entry) {
    case .cookie(let cookie):
      logger.info("signed in to the results", metadata: entry.metadata([:]))
      return Self.seeOther(path, cookie: cookie)
    case .refused(let why):
      logger.notice("refused to sign in to the results", metadata: entry.metadata([:]))
      return signInPage(context, entry, path, refusal: why)
    }
  }

  /// A form of a page, of at most 4 KB.
  static func form(_ request: Request) async throws -> PageForm {
    guard
      request.headers[.contentType]?.lowercased()
        .hasPrefix("application/x-www-form-urlencoded") == true
    else {
      try await request.body.finish()
      throw Problem(
        .unsupportedMediaType, "Send a form as 'application/x-www-form-urlencoded'.",
        field: "Content-Type")
    }
    return try PageForm(try await request.bytes(upTo: 4_096))
  }

  /// A page of this configuration, so that no form leads anywhere else.
  private static func path(_ asked: String, in snapshot: Snapshot) -> String {
    let parts = asked.split(separator: "/", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let name = percentDecoded(Array(parts[1].utf8)[...]) else {
      return ["preview", "revenue"].contains(parts.first) ? "/\(parts[0])" : "/results"
    }
    switch parts[0] {
    case "results" where snapshot.experiments[name] != nil: break
    case "preview" where PictureSubject(named: name, in: snapshot) != nil: break
    default: return "/results"
    }
    return "/\(parts[0])/\(name.percentEncoded)"
  }

  private func signInPage(
    _ context: RequestScope, _ entry: RequestScope.Entry, _ path: String, refusal: String?
  ) -> Response {
    let isPrivate = access.isSecure(context.head, entry) || entry.address.isLoopback
    let page = ResultsSignInPage(
      page: path, refusal: refusal,
      warning: isPrivate
        ? nil
        : "This connection is not encrypted: others on the network can read a key that you type here."
    )
    return Self.response(Page(html: page.html), .unauthorized)
  }
}

extension SignedInPages {
  static let contentSecurityPolicy = PageStyle.contentSecurityPolicy(for: ResultsStyle.css)

  static let contentType = "text/html; charset=utf-8"

  /// A page that is not cached or framed, and whose address other sites do not get.
  private static func response(_ page: Page, _ status: HTTPResponse.Status = .ok) -> Response {
    var response = Response(
      status: status,
      headers: [
        .contentType: contentType, .cacheControl: "no-store", .contentSecurityPolicy: page.policy,
        .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer", .vary: "Cookie",
      ], body: ByteBuffer(string: page.html))
    if page.asksAgain { response.headers[.refresh] = "5" }
    return response
  }

  static func response(_ problem: Problem) -> Response {
    let page = ResultsProblemPage(
      title: problem.code.title, detail: problem.detail, help: nil, leadsBack: true)
    return response(Page(html: page.html), problem.code.status)
  }

  private static func seeOther(_ location: String, cookie: String) -> Response {
    Response(
      status: .seeOther,
      headers: [.location: location, .cacheControl: "no-store", .setCookie: cookie])
  }

  /// A server without keys shows no revenue (Access.md, "Without keys").
  private static var keyless: Response {
    let page = ResultsProblemPage(
      title: "These pages need a key",
      detail:
        "This server has no keys. Make one with 'paywall key create --role viewer --add', and load this page again.",
      help:
        "Without a server: 'paywall experiment results EXPERIMENT --html results.html', 'paywall revenue --html revenue.html' and 'paywall picture' write the same pages on this machine.",
      leadsBack: false)
    return response(Page(html: page.html), .forbidden)
  }
}

extension HTTPField.Name {
  fileprivate static var referrerPolicy: Self { .init("Referrer-Policy") ?? .vary }
  fileprivate static var refresh: Self { .init("Refresh") ?? .vary }
}
