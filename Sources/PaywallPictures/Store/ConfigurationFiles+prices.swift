package import CatalogFiles

extension ConfigurationFiles {
  /// The prices of each `.storekit` file, in the order of their paths, with those of `prices.yaml`, whose
  /// other storefronts follow.
  package var priceLists: [PriceList] {
    let lists = files.keys.filter { $0.hasSuffix(".storekit") }.sorted().compactMap { path in
      StoreKitFile.parse(files[path] ?? [], path: path).0.map { PriceList($0) }
    }
    var stated = StorePrices(in: self)?.storefronts ?? [:]
    let known = lists.map { list in
      guard let country = list.country, let prices = stated.removeValue(forKey: country) else {
        return list
      }
      return PriceList(prices, of: country, beside: list)
    }
    return known
      + stated.sorted { $0.key < $1.key }.map { country, prices in
        PriceList(prices, of: country, beside: lists.first)
      }
  }
}
