internal import PaywallCatalog
internal import PaywallPresentation

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

  /// The content itself is not localised, but texts in it are. The words that pictures know are
  /// suggested; any other key, and any value, is the app's own.
  private static var content: JSONSchema {
    let words = ContentWord.allCases.map { word in
      Content.Member(word.rawValue, ref("content").described(word.explanation).content)
    }
    return [
      "type": .text("object"), "properties": .object(words),
      "additionalProperties": ref("content").content,
    ]
  }
}

extension ContentWord {
  fileprivate var explanation: String {
    switch self {
    case .headline: "The largest text."
    case .subheadline: "The text below the headline."
    case .points: "What the customer gets: a list of texts, or of { text, symbol }."
    case .hero:
      "The image above everything: { image, alt, dark }, https or a path like images/dawn.jpg."
    case .badge: "A short text at a product, by its id: { pro_yearly: { en: Best value } }."
    case .button: "The text of the button, or { text, background, foreground }."
    case .footnote: "The small text at the end."
    case .close: "When the paywall can be closed: always, or after so many seconds."
    case .style: "How pictures lay products out: list, columns, toggle or compact."
    }
  }
}
