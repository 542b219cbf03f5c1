/// The languages that a person reads, the preferred one first.
package struct PreferredLanguages: Hashable, Sendable {
  package private(set) var tags: [LanguageTag] = []
  /// How many of the texts are no language.
  package private(set) var unusable = 0
  /// The first that is a language, by the codes in use.
  package private(set) var first: LanguageTag?
  private var looked = 0

  package init() {}

  /// A list as one text, such as `ca-ES,de-DE`.
  package init(_ text: String) { add(text) }

  package init(_ texts: some Sequence<String>) { for text in texts { add(text) } }

  /// No person reads more, and each costs a search.
  package static let most = 20

  package mutating func add(_ list: String) {
    guard looked < Self.most else { return }
    guard list.utf8.contains(UInt8(ascii: ",")) else { return addOne(list[...]) }
    // The last part is what is not looked at.
    let parts = list.split(
      separator: ",", maxSplits: Self.most - looked, omittingEmptySubsequences: false)
    for part in parts.prefix(Self.most - looked) { addOne(part) }
  }

  private mutating func addOne(_ text: Substring) {
    looked += 1
    let tag = LanguageTag(text.utf8.drop { $0 == UInt8(ascii: " ") })
    if let tag { tags.append(tag) }
    guard let tag, tag.isLanguage else { return unusable += 1 }
    if first == nil { first = tag.inUse }
  }

  /// Whether no text is a language.
  package var isEmpty: Bool { first == nil }
}
