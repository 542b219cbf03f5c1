import AppStoreFixtures
import Foundation
import PaywallCatalog
import PaywallServer

/// Requests that change something, each good if it comes whole.
enum Writing: String, CaseIterable, Sendable {
  case exposures, aliases, sign, notifications, reload

  var path: String {
    switch self {
    case .exposures: "/v1/exposures"
    case .aliases: "/v1/aliases"
    case .sign: "/v1/offers/sign"
    case .notifications: "/v1/appstore/notifications"
    case .reload: "/v1/reload"
    }
  }

  var key: String {
    switch self {
    case .exposures, .aliases, .notifications: "client-key"
    case .sign: "server-key"
    case .reload: "admin-key"
    }
  }

  var body: String {
    get throws {
      switch self {
      case .exposures:
        return """
          {"attributes":{"userId":"user-7"},"exposures":[{"id":"e-1","experiment":"annual-trial",\
          "variant":"trial","phase":1,"at":"2026-12-05T11:59:00Z"}]}
          """
      case .aliases: return #"{"anonymousId":"a-1","userId":"user-7"}"#
      case .sign:
        return """
          {"product":"pro_yearly","offer":"loyalty","form":"legacy","assertSubscriber":true,\
          "appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}
          """
      case .notifications:
        let body = try Shopper().notification(
          "SUBSCRIBED", uuid: "57f3c869-be45-4be4-b254-7e4eb7d919ca")
        return String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
      case .reload: return "{}"
      }
    }
  }

  /// A server on which all of them work.
  static func testServer() throws -> TestServer {
    try TestServer.withExperiments()
  }

  /// How often the server did what one of them asks for.
  static func count(in parts: Dependencies) -> Int {
    parts.metrics.text.split(separator: "\n").reduce(0) { sum, line in
      let isCount = [
        "paywall_exposures_total{", "paywall_aliases_total{", "paywall_offers_signed_total{",
        "paywall_notifications_total{", "paywall_reloads_total{",
      ].contains { line.hasPrefix($0) }
      return sum + (isCount ? line.split(separator: " ").last.flatMap { Int($0) } ?? 0 : 0)
    }
  }
}
