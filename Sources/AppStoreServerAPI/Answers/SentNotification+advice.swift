package import PaywallSubscribers

extension SentNotification {
  /// Explains Apple's result of a delivery attempt, and says what to do next.
  package struct Advice: Hashable, Sendable {
    package let why: String
    package let help: String

    package init(_ result: OpenEnum<Result>) {
      (why, help) =
        switch result.known {
        case .success:
          ("it arrived", "nothing is to be done")
        case .timedOut:
          (
            "the server took too long to answer",
            "look at the load of the server and of the proxy before it, and at what slows the ledger down"
          )
        case .tlsIssue:
          (
            "no TLS connection could be made with the address",
            "give it a certificate of a public authority with the whole chain, and TLS 1.2 or later"
          )
        case .circularRedirect:
          (
            "the address leads in a circle of redirects",
            "enter the final address in App Store Connect, with https and without a redirect"
          )
        case .noResponse:
          (
            "the address was reached, and nothing answered",
            "look whether the server runs, and whether the proxy passes requests on to it"
          )
        case .socketIssue:
          (
            "no connection could be made with the address",
            "look at the name in DNS, at the firewall, and whether port 443 is open to Apple (17.0.0.0/8)"
          )
        case .unsupportedCharset:
          (
            "the answer is in a character set that Apple does not read",
            "let the proxy pass the answer of paywall on as it is, in UTF-8"
          )
        case .invalidResponse:
          (
            "the answer is no valid HTTP",
            "look at what answers at the address: a proxy may change the answer of paywall"
          )
        case .prematureClose:
          (
            "the connection was closed before the answer was complete",
            "look at the time limits of the proxy, and whether the server was restarted meanwhile"
          )
        case .unsuccessfulResponse:
          (
            "the server answered with an error",
            "look into the server's log for the notification: a wrong bundleId or environment in store/app.yaml is refused, and another program may answer at the address"
          )
        case .other:
          (
            "Apple met another problem, which it does not name",
            "look from outside: 'paywall doctor --url' with the address in App Store Connect"
          )
        case nil:
          (
            result.raw.isEmpty ? "Apple does not say why" : "Apple calls it \(result.raw)",
            "look from outside: 'paywall doctor --url' with the address in App Store Connect"
          )
        }
    }
  }
}
