import Foundation
import HTTPTransport
import HTTPTypes
import LocalAppStoreClient

/// The paths of the page for people.
enum PagePath: String, CaseIterable, Sendable {
  case page = "/"
  case press = "/press"
  case signIn = "/sign-in"
  case signOut = "/sign-out"

  /// The path that a request names.
  init?(_ head: HTTPRequest) {
    self.init(rawValue: String((head.path ?? "").prefix { $0 != "?" }))
  }
}

/// How a browser brings the token: once in a form, and then as a session in a cookie, which opens the
/// page and nothing else.
extension StoreAccess {
  private static let cookie = "paywall_app_store"

  /// Whether the page is shown to the sender of a request.
  func isSignedIn(_ head: HTTPRequest, from address: ClientAddress) throws(StoreProblem) -> Bool {
    guard needsToken, try !hasToken(head, from: address) else { return true }
    return Self.cookies(in: head).contains(where: sessions.has)
  }

  private static func cookies(in head: HTTPRequest) -> [String] {
    let prefix = "\(cookie)="
    return head.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// `Set-Cookie` for a browser that has given the token.
  func beginSession() -> String {
    "\(Self.cookie)=\(sessions.begin()); Path=/; HttpOnly; SameSite=Strict"
  }

  /// Ends the session of a browser, and copies of its cookie with it.
  func endSession(_ head: HTTPRequest) -> String {
    for cookie in Self.cookies(in: head) { sessions.end(cookie) }
    return Self.noSession
  }

  /// `Set-Cookie` that ends a session in its browser.
  private static let noSession = "\(cookie)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"

  /// Checks a form, because a page of any site can send one without asking first. It counts only
  /// from a browser that says where the form was, and with the token that only our page could read.
  ///
  /// - Parameter token: the member `token` of the form.
  func checkForm(_ head: HTTPRequest, token: String?) throws(StoreProblem) {
    // `check` refused the requests of other sites.
    guard
      head.headerFields[.origin] != nil
        || Self.fetchSite.flatMap({ head.headerFields[$0] }) == "same-origin"
    else {
      throw StoreProblem(
        403, "noOrigin", "Not sent by a page",
        "A form must come from a page in a browser; programs use the paths below /v1/.")
    }
    guard let token, pageKey.isValid(token) else {
      throw StoreProblem(
        403, "staleForm", "The page is out of date",
        "The form is not of this run of the store; open the page again and press once more.")
    }
  }
}
