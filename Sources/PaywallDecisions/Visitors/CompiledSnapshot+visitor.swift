package import PaywallCatalog
import PaywallTextCoding

extension CompiledSnapshot {
  /// Reads attributes by their declared types and computes those that only the server knows. Issues
  /// are sorted by name. Unusable attributes are left out, and unknown in conditions; a request
  /// with a `reserved` one must be refused.
  ///
  /// - Parameter implied: the languages that the visitor reads if the attributes name none.
  package func visitor(
    _ attributes: [String: RawAttribute], subscriber: SubscriberKnowledge = .unidentified,
    at now: Timestamp, implied: () -> PreferredLanguages? = { nil }
  ) -> (visitor: Visitor, issues: [AttributeIssue]) {
    var reader = AttributeReader(schema: snapshot.schema, slots: index.slots)
    for (name, value) in attributes { reader.read(name, value) }
    let language = reader.readLanguages(of: index.languages, implied: implied)
    reader.derive(at: now)
    reader.add(subscriber)
    let visitor = Visitor(
      values: reader.values, literals: index.literals, userId: reader.userId,
      anonymousId: reader.anonymousId, subscriber: subscriber, language: language,
      unusable: reader.unusable)
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
  private var sent = SentLanguages()

  init(schema: AttributeSchema, slots: VisitorSlots) {
    self.schema = schema
    self.slots = slots
    values = Array(repeating: nil, count: schema.attributes.count)
  }

  /// Built-in attributes that were sent with a value that is none.
  var unusable: [String] {
    issues.compactMap { if case .unusable(let name) = $0 { name } else { nil } }
  }

  mutating func read(_ name: String, _ raw: RawAttribute) {
    guard let slot = schema.slot(of: name), schema.attributes[slot].name.hasSameUTF8(as: name)
    else {
      if SentLanguages.isList(name) { return readLanguages(name, raw, \.list) }
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
    if name.hasSameUTF8(as: "appAccountToken"), raw.isPlaceholder {
      return issues.append(.placeholder(name))
    }
    if slot == slots.locale { return readLanguages(name, raw, \.locale) }
    if slot == slots.language { return readLanguages(name, raw, \.language) }
    // An app may declare this one; it is a list of languages all the same.
    if SentLanguages.isList(name) { sent.list = RawLanguages(raw) }
    let type = schema.attributes[slot].type
    guard let value = raw.read(as: type) else {
      return issues.append(.mistyped(name, expected: type))
    }
    values[slot] = value
  }

  private mutating func readLanguages(
    _ name: String, _ raw: RawAttribute, _ part: WritableKeyPath<SentLanguages, RawLanguages?>
  ) {
    if case .null = raw { return }
    guard let read = RawLanguages(raw) else {
      return issues.append(.mistyped(name, expected: .string))
    }
    sent[keyPath: part] = read
  }

  /// Reads the languages that were sent, and writes the attributes `locale` and `language`.
  mutating func readLanguages(
    of app: AppLanguages, implied: () -> PreferredLanguages?
  ) -> Visitor.Language {
    if let usual = sent.only.flatMap({ app.usual($0) }) {
      write(locale: usual.text, language: usual.language)
      return Visitor.Language(place: usual.place, isImplied: false)
    }
    let read = sent.read()
    issues += read.unusable.map { .unusable($0) }
    let implied = read.list.isEmpty && read.language == nil ? implied() : nil
    let list = implied.flatMap { $0.isEmpty ? nil : $0 } ?? read.list
    let first = list.first
    write(locale: first?.text, language: (read.language ?? first)?.languageText)
    let own = first == nil ? read.language.map { PreferredLanguages($0.text) } : nil
    return Visitor.Language(
      place: app.place(for: own ?? list) ?? 0, isImplied: own == nil && implied != nil)
  }

  private mutating func write(locale: String?, language: String?) {
    if let slot = slots.locale { values[slot] = locale.map { .string($0) } }
    if let slot = slots.language { values[slot] = language.map { .string($0) } }
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
    normalise(slots.country)
    normalise(slots.platform)
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

  /// Writes a word as conditions do; leaves out what is none.
  private mutating func normalise(_ slot: Int?) {
    guard let slot, case .string(let text) = values[slot] else { return }
    let name = schema.attributes[slot].name
    let word = BuiltInWord.normal(text, of: name)
    values[slot] = word.map { .string($0) }
    if word == nil { issues.append(.unusable(name)) }
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
