import Crypto
import Foundation
import HTTPService
import HTTPTransport
import HTTPTypes
import LocalAppStoreClient

/// The rules of access to the store. A page in a browser must neither read it nor make it post to a
/// server, and others on the network need the token.
package struct StoreAccess: Sendable {
  private let isLoopback: Bool
  private let token: SHA256.Digest?
  let pageKey = PageKey()
  let sessions = BrowserSessions()
  private let guesses: TokenGuesses

  /// - Parameters:
  ///   - host: the address that the store listens on.
  ///   - token: the token that every request must bring; `nil` only on loopback.
  package init(host: String, token: String?) throws(StoreAccessError) {
    try self.init(host: host, token: token, nanoseconds: SystemClock.nanoseconds())
  }

  /// - Parameter nanoseconds: of a clock that never goes back.
  init(
    host: String, token: String?, nanoseconds: @escaping @Sendable () -> Int64
  ) throws(StoreAccessError) {
    guesses = TokenGuesses(nanoseconds: nanoseconds)
    isLoopback = HostName.isLoopback(host)
    if let token, token.utf8.count < Self.leastToken { throw .shortToken }
    guard isLoopback || token != nil else { throw .noToken(host) }
    self.token = token.map { SHA256.hash(data: Data($0.utf8)) }
  }

  package static let leastToken = 16

  func check(_ head: HTTPRequest, from address: ClientAddress) throws(StoreProblem) {
    let authority = head.authority ?? ""
    // A page whose own name leads to 127.0.0.1 sends that name (DNS rebinding).
    guard !isLoopback || HostName.isOfThisMachine(authority) else {
      throw StoreProblem(
        403, "foreignHost", "Wrong host",
        "The store answers to localhost, 127.0.0.1 and [::1] only; use one of them.")
    }
    // Browsers add these for a page of another site, also without a preflight.
    if let origin = head.headerFields[.origin], !Self.isSame(origin, authority) {
      throw .foreignOrigin
    }
    if let site = Self.fetchSite.flatMap({ head.headerFields[$0] }),
      !["same-origin", "none"].contains(site)
    {
      throw .foreignOrigin
    }
    try checkToken(head, from: address)
  }

  private func checkToken(
    _ head: HTTPRequest, from address: ClientAddress
  ) throws(StoreProblem) {
    // The root is no secret, and a back end fetches it before it has anything else. A browser cannot
    // send the header: the page asks for the token itself. Apple's clients send a JWT, which those
    // paths ask for.
    guard head.path != "/root.cer", PagePath(head) == nil,
      !ServerAPIRoutes.cover(head.path ?? "")
    else { return }
    guard try hasToken(head, from: address) else {
      throw StoreProblem(
        401, "tokenRequired", "The token is missing or wrong",
        "Send the token of the store as 'Authorization: Bearer …'.")
    }
  }

  var needsToken: Bool { token != nil }

  /// Whether a request brings the token, if there is one.
  func hasToken(_ head: HTTPRequest, from address: ClientAddress) throws(StoreProblem) -> Bool {
    guard needsToken else { return true }
    let given = head.headerFields[.authorization] ?? ""
    let prefix = "Bearer "
    guard given.hasPrefix(prefix) else { return false }
    return try isToken(given.dropFirst(prefix.count), from: address)
  }

  /// Whether a text is the token. Digests are compared in constant time.
  ///
  /// - Throws: if there were too many wrong ones to compare another.
  func isToken(
    _ text: some StringProtocol, from address: ClientAddress
  ) throws(StoreProblem) -> Bool {
    guard !guesses.areExhausted(for: address) else {
      throw StoreProblem(
        429, "tooManyGuesses", "Too many wrong tokens",
        "Wait for a second, and send the token of the store.")
    }
    guard SHA256.hash(data: Data(text.utf8)) == token else {
      guesses.noteWrong(from: address)
      return false
    }
    return true
  }

  static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

  private static func isSame(_ origin: String, _ authority: String) -> Bool {
    !authority.isEmpty && origin.lowercased() == "http://\(authority.lowercased())"
  }
}

package enum StoreAccessError: Error, Hashable, Sendable, CustomStringConvertible {
  case noToken(String)
  case shortToken

  package var description: String {
    switch self {
    case .noToken(let host): "others can reach \(host), so the store needs a token"
    case .shortToken: "the token has fewer than \(StoreAccess.leastToken) characters"
    }
  }
}

extension StoreProblem {
  fileprivate static let foreignOrigin = StoreProblem(
    403, "foreignOrigin", "A page of another site",
    "The store answers programs and its own pages only; send no Origin, or type its address into the browser."
  )
}
