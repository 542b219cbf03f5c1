import HTTPDocuments
import HTTPTypes
import Ledger
import PaywallCatalog

/// Admits readers of the results: browsers with a session, which began with a viewer or admin key.
struct ResultsAccess: Sendable {
  let sessions: ResultsSessions
  let address: ClientFacingAddress
  let failures: LedgerFailureLog
  let now: @Sendable () -> Timestamp

  /// The reader, who pays for the request; `nil` without a session. Then the request is charged as one
  /// without a good key.
  func reader(_ head: HTTPRequest, _ entry: RequestScope.Entry) async throws(Problem) -> Caller? {
    guard !entry.release.keys.isEmpty else { return nil }
    guard let value = Self.cookie(in: head, isSecure: isSecure(head, entry)),
      let caller = try await caller(of: value, entry)
    else {
      try entry.chargeUnknownKey()
      return nil
    }
    try entry.charge(1, caller)
    entry.uses.add(caller)
    return caller
  }

  private func caller(
    of value: String, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Caller? {
    do throws(LedgerFailure) {
      return try await sessions.caller(of: value, keys: entry.release.keys, at: now())
    } catch {
      failures.note(error)
      throw .sessionUnknown
    }
  }

  /// The outcome of a sign-in.
  enum SignIn {
    case cookie(String)
    /// Why not, for the page.
    case refused(String)
  }

  /// Begins a session if the key may see results. A wrong key is charged as one in a header.
  func signIn(
    key: String, _ head: HTTPRequest, _ entry: RequestScope.Entry
  ) throws(Problem) -> SignIn {
    // Paid for before anything is compared, so that a flood is refused first.
    try entry.chargeUnknownKey()
    guard let caller = entry.release.keys.caller(with: key) else {
      return .refused("No key of this server matches; it may have been revoked.")
    }
    guard caller.role.includes(.viewer) else {
      return .refused(
        "The key '\(caller.name)' has the role \(caller.role.rawValue); this needs the role viewer or admin."
      )
    }
    let value = sessions.begin(for: caller, at: now())
    let seconds = ResultsSessions.lifetime / 1000
    return .cookie(cookie(value, head, entry, maxAge: seconds))
  }

  /// Ends the session of a request, if it has one. A request without one pays as for a wrong key.
  func signOut(_ head: HTTPRequest, _ entry: RequestScope.Entry) async throws(Problem) -> String {
    if let value = Self.cookie(in: head, isSecure: isSecure(head, entry)),
      try await reader(head, entry) != nil
    {
      do throws(LedgerFailure) {
        try await sessions.end(value, keys: entry.release.keys, at: now())
      } catch {
        failures.note(error)
        throw .sessionUnknown
      }
    }
    return cookie("", head, entry, maxAge: 0)
  }

  /// Refuses a form that another site sent. Browsers say where a form comes from, by
  /// `Sec-Fetch-Site` over TLS and on this machine, and by `Origin` otherwise.
  static func checkOrigin(_ head: HTTPRequest) throws(Problem) {
    if let name = HTTPField.Name("sec-fetch-site"), let site = head.headerFields[name] {
      guard site == "same-origin" else { throw .foreignForm }
      return
    }
    guard let origin = head.headerFields[.origin], let host = head.authority?.lowercased(),
      ["http://\(host)", "https://\(host)"].contains(origin.lowercased())
    else { throw .foreignForm }
  }

  static let cookieName = "paywall-results"
  /// Only a page over TLS may set it, for its own host and every path.
  static let secureCookieName = "__Host-paywall-results"

  /// `SameSite=Strict`: no other site, not even a link, brings it.
  private func cookie(
    _ value: String, _ head: HTTPRequest, _ entry: RequestScope.Entry, maxAge: Int64
  ) -> String {
    let isSecure = isSecure(head, entry)
    let name = isSecure ? Self.secureCookieName : Self.cookieName
    return
      "\(name)=\(value); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }

  /// True if the reader's browser speaks TLS, with us or with a proxy. The browser itself says so
  /// in `Origin`, which is enough for its own cookie.
  func isSecure(_ head: HTTPRequest, _ entry: RequestScope.Entry) -> Bool {
    address.url(of: head, from: entry.peer)?.hasPrefix("https://") == true
      || head.headerFields[.origin]?.lowercased().hasPrefix("https://") == true
  }

  /// The session's number; the name that only TLS can set comes first, and over TLS it alone counts.
  private static func cookie(in head: HTTPRequest, isSecure: Bool) -> String? {
    var values: [Substring: Substring] = [:]
    for field in head.headerFields where field.name == .cookie {
      for part in field.value.split(separator: ";") {
        let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        if pair.count == 2, values[pair[0]] == nil { values[pair[0]] = pair[1] }
      }
    }
    let value = values[secureCookieName[...]] ?? (isSecure ? nil : values[cookieName[...]])
    return value.map(String.init)
  }
}

extension Problem {
  fileprivate static let sessionUnknown = Problem(
    .ledgerUnavailable,
    "The server cannot check whether this session was ended; try again in a moment.",
    headers: [.retryAfter: "5"])
  fileprivate static let foreignForm = Problem(
    .foreignForm,
    "The form came from another site and was refused; open /results of this server and sign in there.",
    field: "Origin")
}
