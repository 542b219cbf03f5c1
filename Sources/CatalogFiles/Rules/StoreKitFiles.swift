internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// Xcode's StoreKit configuration agrees with the products and offers of the files. Compared only
  /// if these have no mistakes.
  static let storeKitFiles = ValidationRule { draft, sink in
    for mistake in draft.storeKitMistakes { sink.add(mistake) }
    for file in draft.storeKitFiles {
      let isMistaken = [ConfigurationPath.products, ConfigurationPath.offers].contains {
        sink.found.hasErrors(in: $0)
      }
      guard !isMistaken, let store = draft.store else { continue }
      let findings = StoreKitCheck.findings(in: file, against: store) { draft.place(of: $0) }
      for finding in findings { sink.add(finding) }
    }
  }
}

extension Draft {
  /// Products, groups and offers; `nil` while one of them could not be read.
  fileprivate var store: Snapshot? {
    let isRead =
      unread.isDisjoint(with: [.product, .offer]) && products.count == names[.product]?.count ?? 0
      && groups.count == names[.group]?.count ?? 0 && offers.count == names[.offer]?.count ?? 0
    guard isRead else { return nil }
    return Snapshot(
      app: App(bundleId: "", environments: [], locales: []), groups: groups.map(\.value),
      products: productsById.mapValues(\.value), offers: offersByKey.mapValues(\.value),
      schema: schema, release: "")
  }

  fileprivate func place(of subject: StoreKitCheck.Subject) -> StoreKitCheck.Place? {
    let place =
      switch subject {
      case .product(let id): productsById[id]?.places.place
      case .offer(let key): offersByKey[key]?.places.place
      }
    guard let place, let range = place.range else { return nil }
    return StoreKitCheck.Place(file: place.file, range: range)
  }
}
