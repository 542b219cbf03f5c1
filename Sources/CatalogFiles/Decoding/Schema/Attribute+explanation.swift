internal import PaywallCatalog

extension Attribute {
  /// Describes an attribute in one sentence.
  var explanation: String {
    switch origin {
    case .declared: return "Sent by the app, declared in attributes.yaml: \(typeInWords)."
    case .builtIn: return Self.explanations[name] ?? "Sent by every app: \(typeInWords)."
    case .computed: break
    }
    if let known = Self.explanations[name] { return known }
    let words = name.split(separator: ".").map(String.init)
    let last = words.last ?? name
    let place = words.count > 2 ? "in the group '\(words[1])'" : "in any group"
    return (Self.explanations[last] ?? "Computed by the server: \(typeInWords)") + ", \(place)."
  }

  private var typeInWords: String {
    switch type {
    case .string: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .version: "a version"
    case .time: "a moment"
    case .list: "a list of texts"
    }
  }

  /// By the name of the attribute, or by its last part for facts of a subscription.
  private static let explanations = [
    "userId": "The app's id of the signed-in user.",
    "anonymousId": "The installation of the app, before the user signs in.",
    "appAccountToken": "The token that ties purchases to an account.",
    "country": "The country of the App Store account, like GB.",
    "locale": "The language and region that the app runs in, like en-GB.",
    "language": "The language that the app runs in, like en.",
    "platform": "The operating system, like iOS.",
    "device": "The model of the device.",
    "environment": "The environment of the App Store.",
    "osVersion": "The version of the operating system, like \">=18.0\".",
    "appVersion": "The version of the app, like \">=3.2.0\".",
    "sdkVersion": "The version of the library in the app.",
    "firstSeen": "When the app was first opened.",
    "daysSinceInstall": "Whole days since the app was first opened.",
    "subscription.known": "Whether the App Store has any facts about this customer.",
    "subscription.group": "The subscription group that the customer is in.",
    "state": "The state of the subscription",
    "product": "The product that is or was subscribed to",
    "offer": "The offer that the subscription runs on",
    "autoRenew": "Whether the subscription will renew",
    "inTrial": "Whether a free trial is running",
    "ever": "Whether there ever was a subscription",
    "everIntroductory": "Whether there ever was an introductory offer",
    "refunded": "Whether a purchase was refunded",
    "familyShared": "Whether the subscription is shared by the family",
    "lapsedDays": "Whole days since the subscription ended",
    "paidDays": "Days that were paid for",
    "seats": "The number of people that the customer pays for",
    "commitment": "Whether a year that is paid monthly runs",
  ]
}
