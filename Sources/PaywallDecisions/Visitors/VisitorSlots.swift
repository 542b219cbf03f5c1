import PaywallCatalog

/// The slots of the attributes that the code knows by name, looked up once per schema.
package struct VisitorSlots: Sendable {
  let userId: Int?
  let anonymousId: Int?
  package let country: Int?
  let locale: Int?
  package let language: Int?
  package let platform: Int?
  package let osVersion: Int?
  let environment: Int?
  package let firstSeen: Int?
  let daysSinceInstall: Int?
  let known: Int?
  let group: Int?
  /// The facts of the group in the best state.
  let best: FactSlots
  /// The facts of each group, by the group's key.
  let groups: [(key: String, slots: FactSlots)]

  init(_ snapshot: Snapshot) {
    let schema = snapshot.schema
    userId = schema.slot(of: "userId")
    anonymousId = schema.slot(of: "anonymousId")
    country = schema.slot(of: "country")
    locale = schema.slot(of: "locale")
    language = schema.slot(of: "language")
    platform = schema.slot(of: "platform")
    osVersion = schema.slot(of: "osVersion")
    environment = schema.slot(of: "environment")
    firstSeen = schema.slot(of: "firstSeen")
    daysSinceInstall = schema.slot(of: "daysSinceInstall")
    known = schema.slot(of: "subscription.known")
    group = schema.slot(of: "subscription.group")
    best = FactSlots(schema, "subscription.")
    groups = snapshot.groups.map { ($0.key, FactSlots(schema, "subscription.\($0.key).")) }
  }

  /// The slots of the facts of a subscription.
  struct FactSlots: Sendable {
    private let slots: [(slot: Int, fact: @Sendable (GroupFacts) -> AttributeValue?)]

    init(_ schema: AttributeSchema, _ prefix: String) {
      slots = Self.facts.compactMap { name, fact in
        schema.slot(of: prefix + name).map { ($0, fact) }
      }
    }

    func write(_ facts: GroupFacts, into values: inout [AttributeValue?]) {
      for (slot, fact) in slots { values[slot] = fact(facts) }
    }

    private static let facts: [(String, @Sendable (GroupFacts) -> AttributeValue?)] = [
      ("state", { .string($0.state.rawValue) }),
      ("product", { $0.product.map { .string($0) } }),
      ("offer", { $0.offer.map { .string($0) } }),
      ("autoRenew", { $0.autoRenew.map { .boolean($0) } }),
      ("inTrial", { .boolean($0.inTrial) }),
      ("ever", { .boolean($0.ever) }),
      ("everIntroductory", { .boolean($0.everIntroductory) }),
      ("refunded", { .boolean($0.refunded) }),
      ("familyShared", { .boolean($0.familyShared) }),
      ("lapsedDays", { $0.lapsedDays.map { .integer(Int64($0)) } }),
      ("paidDays", { .integer(Int64($0.paidDays)) }),
      ("seats", { $0.seats.map { .integer(Int64($0)) } }),
      ("commitment", { .boolean($0.commitment) }),
    ]
  }
}
