package import PaywallCatalog
package import PaywallDecisions

/// Reads the dimensions of a visitor from the attributes that were sent, once per request.
package struct DimensionReader: Sendable {
  /// Attributes that were sent and cannot be used.
  package private(set) var unknown: [UnknownDetail] = []
  private var dimensions = VisitorDimensions()
  private var firstSeen: Timestamp?

  /// - Parameter offset: added to the device's times, in milliseconds.
  package init(
    _ snapshot: CompiledSnapshot, _ visitor: Visitor, offset: Int64 = 0, at now: Timestamp
  ) {
    let slots = snapshot.index.slots
    func value(_ slot: Int?) -> AttributeValue? { slot.flatMap { visitor[$0] } }
    if case .string(let code)? = value(slots.country) {
      dimensions.storefront = use(Country.alpha3(of: code), or: .storefront)
    }
    if case .string(let name)? = value(slots.platform) {
      dimensions.platform = name
    }
    if let slot = snapshot.snapshot.schema.slot(of: "appVersion"),
      case .version(let version)? = visitor[slot]
    {
      dimensions.appVersion = use(Self.majorMinor(version), or: .appVersion)
    }
    if case .version(let version)? = value(slots.osVersion) {
      let isPlausible = (1...999).contains(version.major)
      dimensions.system = use(isPlausible ? Int(clamping: version.major) : nil, or: .osVersion)
    }
    if case .string(let tag)? = value(slots.language) {
      dimensions.language = tag
    }
    noteUnusable(of: visitor)
    if case .time(let sent)? = value(slots.firstSeen) {
      let moment = sent.adding(milliseconds: offset)
      let isPlausible =
        Self.firstApps <= moment && moment <= now.adding(milliseconds: Timestamp.day)
      firstSeen = use(isPlausible ? moment : nil, or: .firstSeen)
    }
    if case .known(let facts) = visitor.subscriber {
      dimensions.subscription = facts.best?.facts.state ?? SubscriptionState.none
    }
  }

  /// Counts the words that were sent and are none.
  private mutating func noteUnusable(of visitor: Visitor) {
    let unusable = visitor.unusable
    if unusable.contains("country") { unknown.append(.storefront) }
    if unusable.contains("platform") { unknown.append(.platform) }
    let isLanguageLost = ["language", "locale", "locales"].contains(where: unusable.contains)
    if dimensions.language == nil, isLanguageLost { unknown.append(.language) }
  }

  private mutating func use<Value>(_ value: Value?, or cause: UnknownDetail) -> Value? {
    if value == nil { unknown.append(cause) }
    return value
  }

  /// The dimensions of an exposure.
  package func dimensions(renderedAt moment: Timestamp, isInAudience: Bool?) -> VisitorDimensions {
    var dimensions = dimensions
    dimensions.isInAudience = isInAudience
    dimensions.isNew = daysSinceInstall(at: moment).map { $0 < 1 }
    return dimensions
  }

  /// Whole days from the first start of the app to a moment; `nil` if it is unknown.
  package func daysSinceInstall(at moment: Timestamp) -> Int? {
    firstSeen.map { max(0, Int(moment.days(since: $0))) }
  }

  /// The App Store opened on 2008-07-10: no app was started before.
  private static let firstApps = Timestamp(milliseconds: 1_215_648_000_000)

  private static func majorMinor(_ version: Version) -> String? {
    let most: UInt64 = 99_999_999
    guard version.major <= most, version.minor <= most else { return nil }
    return "\(version.major).\(version.minor)"
  }
}
