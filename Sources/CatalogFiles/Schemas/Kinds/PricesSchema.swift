extension JSONSchema {
  /// `store/prices.yaml`.
  static var prices: JSONSchema {
    .object(PricesFileKey.self, required: [.storefronts]) { key in
      switch key {
      case .storefronts:
        .map(
          named: .plain("^[A-Z]{2}$"),
          to: .map(named: .ref("product"), to: .anyOf([price, product]))
        )
        .described("By country: what each product costs in its App Store's currency.")
      }
    }
  }

  private static let price = JSONSchema.text("^[0-9]{1,9}(\\.[0-9]{1,3})?$")

  private static var product: JSONSchema {
    .object(PriceKey.self) { key in
      switch key {
      case .price: price.described("What one period costs.")
      case .monthly: price.described("What one month costs on the monthly plan of a year.")
      case .offers:
        .map(named: .ref("offer"), to: price)
          .described("What each offer costs; a free one has no price.")
      }
    }
  }
}
