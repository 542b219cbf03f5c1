package import PaywallCatalog
package import PaywallSubscribers
import PaywallTextCoding

extension CompiledSnapshot {
  /// Reads attributes by their declared types and computes those that only the server knows. Issues
  /// are sorted by name. Unusable attributes are left out, and unknown in conditions; a request
  /// with a `reserved` one must be refused.
  package func visitor(
    _ attributes: [String: RawAttribute], subscriber: SubscriberKnowledge = .unidentified,
    at now: Timestamp
  ) -> (visitor: Visitor, issues: [AttributeIssue]) {
    var reader = AttributeReader(schema: snapshot.schema, slots: index.slots)
    for (name, value) in attributes { reader.read(name, value) }
    reader.derive(at: now)
    reader.add(subscriber)
    let visitor = Visitor(
      values: reader.values, literals: index.literals, userId: reader.userId,
      anonymousId: reader.anonymousId,
      subscriber: subscriber)
    return (visitor, reader.issues.sorted(byUTF8: \.attribute))
  }
}

/// Fills the slots of one visitor.
private struct AttributeReader {
  let schema: AttributeSchema
  let slots: VisitorSlots
  var values: [AttributeValue?]
  var userId = UnitValue.missing
  var anonymousId = UnitValue.missing
  var issues: [AttributeIssue] = []

  init(schema: AttributeSchema, slots: VisitorSlots) {
    self.schema = schema
    self.slots = slots
    values = Array(repeating: nil, count: schema.attributes.count)
  }

  mutating func read(_ name: String, _ raw: RawAttribute) {
    guard let slot = schema.slot(of: name), schema.attributes[slot].name.hasSameUTF8(as: name)
    else {
      // Includes groups that this configuration does not have: no caller may send these.
      let isReserved = name.utf8.starts(with: Attribute.ledgerPrefix.utf8)
      return issues.append(isReserved ? .reserved(name) : .undeclared(name))
    }
    guard schema.attributes[slot].origin != .computed else {
      return issues.append(.reserved(name))
    }
    if case .null = raw { return }
    if slot == slots.userId || slot == slots.anonymousId {
      return readUnit(raw, into: slot)
    }
    if raw.isPlaceholder, name.hasSameUTF8(as: "appAccountToken") {
      return issues.append(.placeholder(name))
    }
    let type = schema.attributes[slot].type
    guard let value = raw.read(as: type) else {
      return issues.append(.mistyped(name, expected: type))
    }
    values[slot] = value
  }

  private mutating func readUnit(_ raw: RawAttribute, into slot: Int) {
    let unit = raw.readAsUnit()
    if raw.isPlaceholder { issues.append(.placeholder(schema.attributes[slot].name)) }
    if slot == slots.userId { userId = unit } else { anonymousId = unit }
    values[slot] = unit.text.map { .string($0) }
    if case .invalid = unit {
      issues.append(.mistyped(schema.attributes[slot].name, expected: .string))
    }
  }

  /// Computes derived attributes.
  mutating func derive(at now: Timestamp) {
    if let slot = slots.country, case .string(let code) = values[slot] {
      values[slot] = .string(Country.alpha2(of: code) ?? code)
    }
    if let slot = slots.language, values[slot] == nil, let locale = slots.locale,
      case .string(let tag) = values[locale]
    {
      values[slot] = .string(Locales.language(of: tag))
    }
    if let slot = slots.environment {
      if case .string(let word) = values[slot] {
        values[slot] = .string(AppStoreEnvironment(spelling: word)?.rawValue ?? word)
      } else {
        values[slot] = .string(AppStoreEnvironment.production.rawValue)
      }
    }
    if let slot = slots.daysSinceInstall, let firstSeen = slots.firstSeen,
      case .time(let moment) = values[firstSeen]
    {
      values[slot] = Visitor.age(since: moment, at: now)
    }
  }

  mutating func add(_ subscriber: SubscriberKnowledge) {
    guard case .known(let facts) = subscriber else {
      if let slot = slots.known { values[slot] = .boolean(false) }
      return
    }
    if let slot = slots.known { values[slot] = .boolean(true) }
    let best = facts.best
    if let slot = slots.group { values[slot] = best.map { .string($0.group) } }
    slots.best.write(best?.facts ?? GroupFacts(), into: &values)
    for (key, slots) in slots.groups {
      slots.write(facts.groups[key] ?? GroupFacts(), into: &values)
    }
  }
}
