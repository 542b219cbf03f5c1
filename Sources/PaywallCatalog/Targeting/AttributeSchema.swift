/// All attributes that audiences of one configuration may test, each with a slot: its index in the
/// array of a prepared visitor.
package struct AttributeSchema: Sendable {
  package let attributes: [Attribute]
  private let slots: [String: Int]

  /// The built-in and computed attributes, those of each subscription group (by its key), and the
  /// declared ones. A declared attribute cannot take the name of a built-in one.
  package init(declared: [Attribute], groups: [String]) {
    var attributes = Self.builtIn + Self.computed
    for group in groups {
      attributes += Self.subscription.map { attribute in
        var attribute = attribute
        attribute.name = "subscription.\(group).\(attribute.name)"
        return attribute
      }
    }
    attributes += declared
    self.attributes = attributes
    self.slots = Dictionary(
      attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func slot(of name: String) -> Int? { slots[name] }

  package subscript(name: String) -> Attribute? { slots[name].map { attributes[$0] } }

  /// The attributes that every app sends.
  package static let builtIn: [Attribute] =
    [
      "userId", "anonymousId", "appAccountToken", "country", "locale", "language", "platform",
      "device", "environment",
    ].map { Attribute(name: $0, type: .string, origin: .builtIn) }
    + ["osVersion", "appVersion", "sdkVersion"].map {
      Attribute(name: $0, type: .version, origin: .builtIn)
    } + [Attribute(name: "firstSeen", type: .time, origin: .builtIn)]

  /// The attributes that only the server sets.
  package static let computed: [Attribute] =
    [
      Attribute(name: "daysSinceInstall", type: .integer, origin: .computed),
      Attribute(name: "subscription.known", type: .boolean, origin: .computed),
      Attribute(name: "subscription.group", type: .string, origin: .computed),
    ]
    + subscription.map { attribute in
      var attribute = attribute
      attribute.name = "subscription.\(attribute.name)"
      return attribute
    }

  /// The facts of a subscription, in any group or in a named one.
  private static let subscription: [Attribute] = [
    Attribute(
      name: "state", type: .string, values: SubscriptionState.allCases.map(\.rawValue),
      origin: .computed),
    Attribute(name: "product", type: .string, origin: .computed),
    Attribute(name: "offer", type: .string, origin: .computed),
    Attribute(name: "autoRenew", type: .boolean, origin: .computed),
    Attribute(name: "inTrial", type: .boolean, origin: .computed),
    Attribute(name: "ever", type: .boolean, origin: .computed),
    Attribute(name: "everIntroductory", type: .boolean, origin: .computed),
    Attribute(name: "refunded", type: .boolean, origin: .computed),
    Attribute(name: "familyShared", type: .boolean, origin: .computed),
    Attribute(name: "lapsedDays", type: .integer, origin: .computed),
    Attribute(name: "paidDays", type: .integer, origin: .computed),
    Attribute(name: "seats", type: .integer, origin: .computed),
    Attribute(name: "commitment", type: .boolean, origin: .computed),
  ]
}

#if Server
extension AttributeSchema: Hashable {}
#endif
