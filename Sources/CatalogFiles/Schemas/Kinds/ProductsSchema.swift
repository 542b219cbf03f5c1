internal import PaywallCatalog

extension JSONSchema {
  /// `store/products.yaml`.
  static var products: JSONSchema {
    .object(ProductsFileKey.self) { key in
      switch key {
      case .groups:
        .map(named: .name, to: group).described("Subscription groups, by a name of yours.")
      case .products:
        .map(named: .storeIdentifier, to: product)
          .described("Everything the app sells, by the product id in App Store Connect.")
      }
    }
  }

  private static var group: JSONSchema {
    .object(GroupKey.self, required: [.id, .levels]) { key in
      switch key {
      case .id:
        .storeIdentifier
          .described("App Store Connect's identifier of the subscription group, in quotes.")
      case .levels:
        .list(of: .anyOf([.ref("product"), .list(of: .ref("product"), atLeast: 1)]))
          .described("Its products, the highest service level first; a list shares one level.")
      }
    }
  }

  private static var product: JSONSchema {
    let instance = JSONSchema.object(ProductKey.self, required: [.type]) { key in
      switch key {
      case .type: .choice(ProductType.self).described("What kind of purchase it is.")
      case .group: .ref("group").described("The subscription group that it is in.")
      case .period:
        .ref("period").examples(DeclaredProduct.billingPeriods.map(\.description))
          .described("How long one purchase lasts, like P1M or P1Y.")
      case .entitlements:
        .list(of: .ref("name")).described("What a buyer may use, in words of yours.")
      case .familyShareable:
        .ref("boolean").byDefault(.boolean(false))
          .described("Whether the family of a buyer may use it too.")
      }
    }
    return instance.holding([
      .when(
        ProductKey.type, is: [ProductType.autoRenewable.rawValue], needs: [.group, .period]),
      .when(ProductKey.type, is: [ProductType.nonRenewable.rawValue], refuses: [.group]),
      .when(
        ProductKey.type, is: [ProductType.nonConsumable.rawValue], refuses: [.group, .period]),
      .when(
        ProductKey.type, is: [ProductType.consumable.rawValue],
        refuses: [.group, .period, .familyShareable]),
    ])
  }
}
