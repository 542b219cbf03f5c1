internal import PaywallCatalog

extension ValidationRule {
  /// The product that is selected first is on the paywall.
  static let selectedProducts = ValidationRule { draft, sink in
    for declared in draft.paywalls {
      guard let paywall = draft.paywall(declared.id), let selected = paywall.selected else {
        continue
      }
      let products = paywall.products.map(\.product)
      guard !products.contains(selected), draft.knows(.product, selected) else { continue }
      let place = declared.selected?.place ?? declared.extends?.place ?? declared.places.place
      let origin = declared.selected == nil ? " of '\(declared.extends?.value ?? "")'" : ""
      sink.error(
        .notOnPaywall, at: place,
        "the selected product\(origin), '\(selected)', is not on this paywall",
        help: products.isEmpty
          ? "add it to 'products'"
          : "write 'selected' with one of \(products.joined(separator: ", ")), or add it to 'products'"
      )
    }
  }
}
