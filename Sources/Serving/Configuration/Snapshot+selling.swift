package import PaywallCatalog

extension Snapshot {
  /// A configuration that sells these products and says nothing else: for folds that read no more.
  ///
  /// - Returns: `nil` without products.
  package init?(selling products: [Product]) {
    guard !products.isEmpty else { return nil }
    self.init(
      app: App(bundleId: "", environments: [], locales: []),
      products: Dictionary(products.map { ($0.id, $0) }) { first, _ in first },
      schema: AttributeSchema(declared: [], groups: []), release: "")
  }
}
