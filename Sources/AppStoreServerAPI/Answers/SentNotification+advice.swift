package import Subscribers

extension SentNotification {
  /// Explains Apple's result of a delivery attempt, and says what to do next.
  package struct Advice: Hashable, Sendable {
    package let why: String
    package let help: String

    package init(_ result: OpenEnum<Result>) {
      let unknown =
        result.raw.isEmpty ? "Apple does not say why" : "Apple calls it \(result.raw)"
      why = result.known.flatMap { whys[$0] } ?? unknown
      help =
        result.known.flatMap { helps[$0] }
        ?? "look from outside: 'paywall doctor --url' with the address in App Store Connect"
    }
  }

  private static let whys: [Result: String] = [
    .success: "it arrived",
    .timedOut: "the server took too long to answer",
    .tlsIssue: "no TLS connection could be made with the address",
    .circularRedirect: "the address leads in a circle of redirects",
    .noResponse: "the address was reached, and nothing answered",
    .socketIssue: "no connection could be made with the address",
    .unsupportedCharset: "the answer is in a character set that Apple does not read",
    .invalidResponse: "the answer is no valid HTTP",
    .prematureClose: "the connection was closed before the answer was complete",
    .unsuccessfulResponse: "the server answered with an error",
    .other: "Apple met another problem, which it does not name",
  ]

  private static let helps: [Result: String] = [
    .success: "nothing is to be done",
    .timedOut:
      "look at the load of the server and of the proxy before it, and at what slows the ledger down",
    .tlsIssue:
      "give it a certificate of a public authority with the whole chain, and TLS 1.2 or later",
    .circularRedirect:
      "enter the final address in App Store Connect, with https and without a redirect",
    .noResponse: "look whether the server runs, and whether the proxy passes requests on to it",
    .socketIssue:
      "look at the name in DNS, at the firewall, and whether port 443 is open to Apple (17.0.0.0/8)",
    .unsupportedCharset: "let the proxy pass the answer of paywall on as it is, in UTF-8",
    .invalidResponse:
      "look at what answers at the address: a proxy may change the answer of paywall",
    .prematureClose:
      "look at the time limits of the proxy, and whether the server was restarted meanwhile",
    .unsuccessfulResponse:
      "look into the server's log for the notification: a wrong bundleId or environment in store/app.yaml is refused, and another program may answer at the address",
  ]
}
