/// The sections that a notification may have (apple-offers.md 4).
struct NotificationSections {
  let data: JSONObject?
  let summary: JSONObject?
  let externalPurchaseToken: JSONObject?
  let appData: JSONObject?

  init(_ payload: JSONObject) {
    data = payload.object("data")
    summary = payload.object("summary")
    externalPurchaseToken = payload.object("externalPurchaseToken")
    appData = payload.object("appData")
  }

  /// The sections that are there, each with Apple's word for its environment.
  var claims: [(section: JSONObject, environment: String?)] {
    [data, summary, appData].compactMap { $0 }.map { ($0, $0.string("environment")) }
      + [externalPurchaseToken].compactMap { $0 }.map { ($0, Self.environment(ofToken: $0)) }
  }

  /// An external purchase token names its environment by how its id begins.
  private static func environment(ofToken token: JSONObject) -> String {
    let id = token.string("externalPurchaseId") ?? ""
    return id.utf8.starts(with: "SANDBOX".utf8) ? "Sandbox" : "Production"
  }
}
