import PaywallTextCoding
/// Collects phrases about differences.
struct Details {
  private(set) var phrases: [String] = []

  mutating func say(_ phrase: String) { phrases.append(phrase) }

  /// `traffic 50% → 80%`
  mutating func compare(_ name: String, _ before: String, _ after: String) {
    guard !before.hasSameUTF8(as: after) else { return }
    say("\(name) \(before) → \(after)")
  }

  /// `owner none → growth@example.com`
  mutating func compare(_ name: String, _ before: String?, _ after: String?) {
    compare(name, before ?? "none", after ?? "none")
  }

  /// `ends 2026-12-22 09:00 UTC instead of never`
  mutating func compare(_ verb: String, _ before: String, to after: String) {
    guard !before.hasSameUTF8(as: after) else { return }
    say("\(verb) \(after) instead of \(before)")
  }

  static func of(_ collect: (inout Details) -> Void) -> [String] {
    var details = Details()
    collect(&details)
    return details.phrases
  }
}

/// Compares two of a thing, aspect by aspect. Each aspect is said once: its name and its words.
struct Aspects<Thing>: Sendable {
  private var comparisons: [@Sendable (Thing, Thing, inout Details) -> Void] = []

  init(_ list: (inout Self) -> Void) { list(&self) }

  /// `traffic 50% → 80%`
  mutating func value(_ name: String, _ words: @escaping @Sendable (Thing) -> String?) {
    comparisons.append { $2.compare(name, words($0), words($1)) }
  }

  /// `ends 2026-12-22 09:00 UTC instead of never`
  mutating func phrase(_ verb: String, _ words: @escaping @Sendable (Thing) -> String) {
    comparisons.append { $2.compare(verb, words($0), to: words($1)) }
  }

  /// An aspect with its own comparison, the former thing first.
  mutating func both(_ compare: @escaping @Sendable (Thing, Thing, inout Details) -> Void) {
    comparisons.append(compare)
  }

  func details(of thing: Thing, since before: Thing) -> [String] {
    Details.of { for compare in comparisons { compare(before, thing, &$0) } }
  }
}

/// A named part of a configuration.
protocol Described: Equatable {
  /// Describes one that was added or removed.
  var summary: [String] { get }

  static var aspects: Aspects<Self> { get }
}

/// Compares two sets of named things, sorted by name.
func changes<Thing: Described>(
  _ kind: Change.Kind, _ before: [String: Thing], _ after: [String: Thing]
) -> [Change] {
  let names = Set(before.keys).union(after.keys).sorted { $0.precedes($1) }
  return names.compactMap { name in
    switch (before[name], after[name]) {
    case (nil, let added?): return Change(.added, kind, name, added.summary)
    case (let removed?, nil): return Change(.removed, kind, name, removed.summary)
    case (let old?, let new?):
      guard old != new else { return nil }
      return Change(.changed, kind, name, Thing.aspects.details(of: new, since: old))
    case (nil, nil): return nil
    }
  }
}
