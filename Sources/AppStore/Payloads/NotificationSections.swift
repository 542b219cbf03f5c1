/// The sections that a notification may have (AppleFacts.md § 1), also those that Apple has added
/// since.
struct NotificationSections {
  let data: JSONObject?
  let summary: JSONObject?
  let externalPurchaseToken: JSONObject?
  let appData: JSONObject?
  /// Names no app of necessity, as unknown sections: Apple's page of it was not seen whole.
  let unclaimInfo: JSONObject?
  /// The names of the sections that are not read, sorted.
  let unknown: [String]
  /// The unknown sections that name an app.
  private let unknownClaims: [JSONObject]

  private static let known: Set = ["data", "summary", "externalPurchaseToken", "appData"]

  init(_ payload: JSONObject) throws(Distrust) {
    func section(_ name: String) throws(Distrust) -> JSONObject? {
      let object = payload.object(name)
      guard object != nil || payload.lacks(name) else {
        throw Distrust(.wrongType, "\(name) is there and no object")
      }
      return object
    }
    data = try section("data")
    summary = try section("summary")
    externalPurchaseToken = try section("externalPurchaseToken")
    appData = try section("appData")
    let others = payload.objects(besides: Self.known)
    unclaimInfo = others.first { $0.name == "unclaimInfo" }?.object
    unknown = others.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    unknownClaims = others.map(\.object).filter {
      !$0.lacks("bundleId") || !$0.lacks("appAppleId")
    }
  }

  /// The sections that name an app, or must, each with Apple's name of its environment.
  var claims: [(section: JSONObject, environment: String?)] {
    ([data, summary, appData].compactMap { $0 } + unknownClaims).map {
      ($0, $0.string("environment"))
    } + [externalPurchaseToken].compactMap { $0 }.map { ($0, Self.environment(ofToken: $0)) }
  }

  /// An external purchase token names its environment by how its id begins.
  private static func environment(ofToken token: JSONObject) -> String {
    let id = token.string("externalPurchaseId") ?? ""
    return id.utf8.starts(with: "SANDBOX".utf8) ? "Sandbox" : "Production"
  }
}
