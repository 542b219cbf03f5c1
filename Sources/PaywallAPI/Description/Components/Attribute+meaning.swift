package import PaywallCatalog

extension Attribute {
  /// The meaning of a built-in attribute, for API clients.
  package var meaning: String {
    switch name {
    case "userId": "The id of the user who is logged in; experiments hash it."
    case "anonymousId":
      "An id that the app makes at its first start and keeps; experiments hash it."
    case "appAccountToken": "The UUID that the app passes to StoreKit with a purchase."
    case "country": "The storefront or region, ISO 3166-1, such as `GB`."
    case "locale":
      "The language of the content, BCP 47, such as `de-DE`, or a list in order of preference, such as `ca-ES,de-DE`: the first that the app has, in CLDR's order. The attribute is the first of the list. Without one, `Accept-Language` decides."
    case "language": "The language alone, such as `de`, for apps that send no `locale`."
    case "platform": "`iOS`, `iPadOS`, `macOS`, `tvOS`, `visionOS`, `watchOS`, in any case."
    case "device": "The model of the device."
    case "environment":
      "The App Store environment: \(AppStoreEnvironment.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")), in any case; production without one. Any other word is refused. Evidence decides it."
    case "osVersion": "The version of the system, such as `18.1`."
    case "appVersion": "The version of the app, such as `3.4.0`."
    case "sdkVersion": "The version of the client library."
    case "firstSeen": "When the app was first started, RFC 3339."
    default: "An attribute of the type \(type.rawValue)."
    }
  }
}
