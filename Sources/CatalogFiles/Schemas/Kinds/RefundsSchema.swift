internal import PaywallCatalog

extension JSONSchema {
  /// `store/refunds.yaml`.
  static var refunds: JSONSchema {
    .object(RefundsFileKey.self, required: [.rules]) { key in
      switch key {
      case .rules:
        .list(of: refundRule)
          .described("The first rule that matches a request decides; the last one has no 'when'.")
      }
    }
  }

  private static var refundRule: JSONSchema {
    .object(RefundRuleKey.self, required: [.name, .prefer]) { key in
      switch key {
      case .name: name.described("Names the rule in explanations and reports.")
      case .when:
        refundCondition.described("What must hold of the request; without it, every request.")
      case .prefer:
        .choice(RefundRule.Preference.self)
          .described("What Apple is told that you prefer; none says nothing of it.")
      }
    }
  }

  private static var refundCondition: JSONSchema {
    .object(RefundFactKey.self) { key in
      switch key {
      case .reason:
        oneOrMore(.choice(RefundRequestReason.self))
          .described("Why the customer asks; unknown if Apple does not say.")
      case .product: oneOrMore(.ref("product")).described("The product that was bought.")
      case .type: oneOrMore(.choice(ProductType.self)).described("The type of the product.")
      case .refunds:
        bounds(of: .integer(from: 0)).described("The customer's refunds of other purchases before.")
      case .refunded:
        moneyBounds.described("What those refunds gave back; other currencies do not match.")
      case .paidDays:
        bounds(of: .integer(from: 0)).described("Whole days that the customer has paid for.")
      case .inTrial: boolean.described("Whether the purchase is a free trial that still runs.")
      case .age:
        boundsAlone(of: .ref("period"))
          .described("The time from the purchase to the request.")
      case .price: moneyBounds.described("What the purchase cost; other currencies do not match.")
      case .deliveryStatus:
        oneOrMore(.choice(DeliveryStatus.self)).described("As your server reported it.")
      case .consumptionPercentage:
        bounds(of: .ref("share"))
          .described("The used share, as your server reported it; never of auto-renewables.")
      case .sampleContentProvided:
        boolean.described("Whether there was a sample or a trial, as your server reported it.")
      }
    }
    .withOne(of: RefundFactKey.allCases)
    .holding([
      .when(
        RefundFactKey.type, is: [ProductType.autoRenewable.rawValue],
        refuses: [.consumptionPercentage])
    ])
  }

  private static func oneOrMore(_ value: JSONSchema) -> JSONSchema {
    .anyOf([value, .list(of: value, atLeast: 1)])
  }

  private static func bounds(of bound: JSONSchema) -> JSONSchema {
    .anyOf([bound, boundsAlone(of: bound)])
  }

  private static func boundsAlone(of bound: JSONSchema) -> JSONSchema {
    .object(RefundBoundKey.self) { key in
      bound.described(key == .atLeast ? "The least that matches." : "The most that matches.")
    }
    .withOne(of: RefundBoundKey.allCases)
  }

  private static var moneyBounds: JSONSchema {
    boundsAlone(of: oneOrMore(.plain(Patterns.money)))
  }
}
