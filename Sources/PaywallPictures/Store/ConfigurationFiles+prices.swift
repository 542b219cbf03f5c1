package import CatalogFiles

extension ConfigurationFiles {
  /// The prices of each `.storekit` file, in the order of their paths.
  package var priceLists: [PriceList] {
    files.keys.filter { $0.hasSuffix(".storekit") }.sorted().compactMap { path in
      StoreKitFile.parse(files[path] ?? [], path: path).0.map { PriceList($0) }
    }
  }
}
