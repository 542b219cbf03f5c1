internal import PaywallCatalog

extension JSONSchema {
  /// A file of `Paywalls`.
  static var paywall: JSONSchema {
    JSONSchema.object(PaywallKey.self) { key in
      switch key {
      case .title: .ref("text").described("For people; never sent to apps.")
      case .extends:
        .ref("paywall").described("Takes every key that is not written here from that paywall.")
      case .products:
        .list(of: .anyOf([.ref("product"), product]))
          .described("What is sold, in the order in which it is shown.")
      case .selected: .ref("product").described("The product that the app selects first.")
      case .content: content.described("Texts and settings that are passed to the app.")
      }
    }
    .withOne(of: [PaywallKey.products, .extends])
  }

  private static var product: JSONSchema {
    .object(PaywallProductKey.self, required: [.product]) { key in
      switch key {
      case .product: .ref("product").described("The product to show.")
      case .billingPlan:
        .choice(BillingPlan.self).byDefault(.text(BillingPlan.upFront.rawValue))
          .described(
            "How a year is sold here: at once, or monthly with a commitment to twelve months.")
      case .offers:
        .list(of: .ref("offer")).described("Offers for it; the first that fits is given.")
      case .extra: anything.described("Passed to the app as it is.")
      }
    }
  }

  /// The content itself is not localised, but texts in it are.
  private static var content: JSONSchema {
    ["type": .text("object"), "additionalProperties": ref("content").content]
  }
}
