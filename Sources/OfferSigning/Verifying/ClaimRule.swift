/// The required form of a claim of a request. Source: AppleFacts.md § 7.2.
struct ClaimRule {
  enum Shape {
    case text(OfferField), uuid, audience, seconds, flag, request
  }

  let name: String
  let shape: Shape
  var isRequired = true

  /// The claims that every request has.
  static let common = [
    ClaimRule(name: "aud", shape: .audience), ClaimRule(name: "bid", shape: .text(.bundleId)),
    ClaimRule(name: "iat", shape: .seconds), ClaimRule(name: "iss", shape: .text(.issuerId)),
    ClaimRule(name: "nonce", shape: .uuid),
  ]

  /// The claims of one kind of request.
  static func feature(_ audience: JWSAudience) -> [ClaimRule] {
    let product = ClaimRule(name: "productId", shape: .text(.productId))
    switch audience {
    case .promotionalOffer:
      return [
        product, ClaimRule(name: "offerIdentifier", shape: .text(.offerId)),
        ClaimRule(name: "transactionId", shape: .text(.transactionId), isRequired: false),
      ]
    case .introductoryEligibility:
      return [
        product, ClaimRule(name: "allowIntroductoryOffer", shape: .flag),
        ClaimRule(name: "transactionId", shape: .text(.transactionId)),
      ]
    case .advancedCommerce: return [ClaimRule(name: "request", shape: .request)]
    }
  }

  /// The JSON type, for messages.
  var type: String {
    switch shape {
    case .text, .uuid, .audience, .request: "a string"
    case .seconds: "an integer"
    case .flag: "true or false"
    }
  }
}

extension ClaimRule {
  /// Other spellings of this claim that signers have used.
  var misspellings: [String] {
    switch name {
    case "bid": ["bundleId", "bundleID", "bundle_id", "bundleIdentifier"]
    case "productId": ["productID", "product_id", "productIdentifier", "product"]
    case "offerIdentifier": ["offerId", "offerID", "offer_id", "offer_identifier", "offer"]
    case "transactionId":
      ["transactionID", "transaction_id", "originalTransactionId", "appTransactionId"]
    case "allowIntroductoryOffer": ["allow_introductory_offer", "allowIntroOffer", "allow"]
    default: [name.uppercased(), "\(name)_"]
    }
  }
}
