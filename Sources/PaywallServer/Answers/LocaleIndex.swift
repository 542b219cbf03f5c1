import PaywallCatalog

/// An app's locales, indexed for lookup by the visitor's tag. Agrees with `Locales.best`; the
/// default locale if that finds none.
package struct LocaleIndex: Sendable {
  package let locales: [String]
  private let places: [String: Int]

  package init(_ locales: [String]) {
    self.locales = locales.isEmpty ? ["en"] : locales
    places = Dictionary(
      self.locales.enumerated().map { (Locales.canonical($1), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The index of the best locale for a tag: exact, then with subtags cut from the end.
  package func place(for requested: String) -> Int {
    if let place = places[requested] { return place }
    var tag = Substring(Locales.canonical(requested))
    while true {
      if let place = places[String(tag)] { return place }
      guard let cut = tag.lastIndex(of: "-") else { return 0 }
      tag = tag[..<cut]
    }
  }
}
