internal import PaywallCatalog

extension ValidationRule {
  /// A subscription on a paywall that is drawn has what must be shown before it is bought: title, length and
  /// price (Schedule 2 of Apple's developer agreement, § 3.8 b). The words around them are drawn by themselves.
  static let renewalTerms = ValidationRule { draft, sink in
    let drawn = draft.paywalls.filter { !$0.look.texts.isEmpty }
    let sold = Set(drawn.flatMap { draft.paywall($0.id)?.products.map(\.product) ?? [] })
    guard !sold.isEmpty else { return }
    for file in draft.storeKitFiles {
      for product in file.products where sold.contains(product.id.value) {
        let missing = product.missingTerms
        guard !missing.isEmpty else { continue }
        sink.warning(
          .missingTerms, at: Place(file: file.path, range: product.id.range),
          "'\(product.id.value)' has no \(missing.joined(separator: " and no ")) here, and Apple wants a "
            + "subscription's title, length and price to be shown before it is bought",
          help: "add it in Xcode, or sync the file with App Store Connect")
      }
    }
  }
}

extension StoreKitFile.Product {
  /// The terms that a subscription lacks.
  fileprivate var missingTerms: [String] {
    guard let subscription else { return [] }
    return [
      names.values.allSatisfy(\.isEmpty) ? "title" : nil,
      subscription.period == nil ? "length" : nil,
      price == nil ? "price" : nil,
    ].compactMap(\.self)
  }
}
