import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension Population.Member {
  /// The command that shows what this visitor sees: `paywall explain --placement onboarding --user
  /// user-7 --country GB --attribute sessions=12 --subscription state=expired`, ready for a shell.
  /// Recorded assignments, and App Store facts without an attribute, are not in it.
  func explaining(_ placement: String, at now: Timestamp, namesGroups: Bool) -> String {
    var words = ["paywall explain", option("--placement", placement)]
    for (name, option) in Self.options {
      guard let value = attributes[name]?.text else { continue }
      words.append(self.option(option, value))
    }
    let named = Set(Self.options.map(\.attribute))
    for (name, value) in attributes.sorted(by: { $0.key.precedes($1.key) }) {
      guard !named.contains(name), let text = value.text else { continue }
      words.append(option("--attribute", "\(name)=\(text)"))
    }
    words += subscriber.facts(namesGroups: namesGroups).map { option("--subscription", $0) }
    // Days since the installation change every day.
    if attributes["firstSeen"] != nil { words.append(option("--at", now.rfc3339)) }
    return words.joined(separator: " ")
  }

  /// Attributes with an option of their own in `paywall explain`.
  private static let options: [(attribute: String, option: String)] = [
    ("userId", "--user"), ("anonymousId", "--anonymous"), ("country", "--country"),
    ("locale", "--locale"), ("appVersion", "--app-version"), ("osVersion", "--os-version"),
    ("platform", "--platform"),
  ]

  /// A value that begins with a dash would be read as an option.
  private func option(_ name: String, _ value: String) -> String {
    let quoted = value.quotedForShell
    return value.utf8.first == UInt8(ascii: "-") ? "\(name)=\(quoted)" : "\(name) \(quoted)"
  }
}

extension RawAttribute {
  /// The value as written after an option; `nil` if it cannot be.
  fileprivate var text: String? {
    switch self {
    case .null, .other: nil
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .list(let items): items.joined(separator: ",")
    }
  }
}

extension SubscriberKnowledge {
  /// `state=expired`, or `pro.state=expired` if there are several groups; none without a verified
  /// identity.
  fileprivate func facts(namesGroups: Bool) -> [String] {
    guard case .known(let facts) = self else { return [] }
    guard !facts.groups.isEmpty else { return ["state=none"] }
    return facts.groups.sorted { $0.key.precedes($1.key) }.flatMap { key, group in
      group.words.map { namesGroups ? "\(key).\($0)" : $0 }
    }
  }
}

extension GroupFacts {
  /// The differences from a customer who never subscribed.
  fileprivate var words: [String] {
    var words = ["state=\(state.rawValue)"]
    func add(_ name: String, _ value: String?) {
      if let value { words.append("\(name)=\(value)") }
    }
    add("product", product)
    add("offer", offer)
    add("autoRenew", autoRenew.map { "\($0)" })
    add("inTrial", inTrial ? "true" : nil)
    add("ever", ever == (state != .none) ? nil : "\(ever)")
    add("everIntroductory", everIntroductory ? "true" : nil)
    add("refunded", refunded ? "true" : nil)
    add("familyShared", familyShared ? "true" : nil)
    add("lapsedDays", lapsedDays.map { "\($0)" })
    add("paidDays", paidDays == 0 ? nil : "\(paidDays)")
    add("seats", seats == usualSeats ? nil : seats.map { "\($0)" })
    add("commitment", commitment ? "true" : nil)
    return words
  }
}

extension String {
  /// Unchanged if a POSIX shell reads it as one word, else in single quotes.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_-./:=@%+,".utf8.contains(byte)
      }
    }
    guard !isPlain || isEmpty else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
