internal import PaywallCatalog
internal import YAMLText

enum RetentionKey: String, FileKey {
  case title, header, body, headerPosition, image, alt, bullets, product, billingPlan, offer
}

/// A retention message with the places that rules report.
struct DeclaredRetention {
  var value: RetentionMessage
  var places: Places<RetentionKey>
  var product: Located<String>?
  var offer: Located<String>?
}

extension DeclaredRetention {
  /// Reads a file of a message; its name is the id.
  init(id: String, _ keys: MappingReader<RetentionKey>) {
    let title = keys.optional(.title, .text, "For people; never sent to Apple.")
    let header = keys.required(
      .header, .texts("the header", atMost: RetentionLimit.header),
      "The header, of at most \(RetentionLimit.header) characters; one for each language.",
      help: "write the header, like 'header: { en: Stay with us }'")
    let body = keys.required(
      .body, .texts("the body", atMost: RetentionLimit.body),
      "The text, of at most \(RetentionLimit.body) characters; one for each language.",
      help: "write the text, like 'body: { en: Your recordings stay }'")
    let position: RetentionMessage.HeaderPosition = keys.optional(
      .headerPosition, .choice, default: .aboveBody, "Where the header is, if there is an image.")
    let image = RetentionImages(keys, .image, .alt, "A PNG of 3840 pixels by 160 to 2160, opaque.")
    let bullets = keys.optional(
      .bullets, .list(of: .bullet), "At most \(RetentionLimit.bullets) points, each with an icon.")
    keys.context.refuseMore(than: RetentionLimit.bullets, "points", in: keys.node(.bullets))
    product = keys.optional(
      .product, NodeDecoder<String>.reference(.product).located,
      "Another product that the customer may switch to, or the one that has the offer.")
    let plan: BillingPlan = keys.optional(
      .billingPlan, .choice, default: .upFront, "How the year of that product is paid.")
    offer = keys.optional(
      .offer, NodeDecoder<String>.reference(.offer).located,
      "The promotional offer to make; without a product, of the one that the customer has.")
    let kind: RetentionMessage.Kind =
      if let offer {
        .offer(offer.value, product: product?.value)
      } else if let product {
        .product(product.value, plan)
      } else {
        .message
      }
    places = keys.places
    let texts = RetentionTexts(
      header: header, body: body, image: image, bullets: bullets ?? []
    ).byLocale(keys.context, at: keys.places.head)
    value = RetentionMessage(
      id: id, title: title, kind: kind, headerPosition: position, texts: texts)
    refuseContradictions(keys)
  }

  /// Refuses what Apple would not take together.
  private func refuseContradictions(_ keys: MappingReader<RetentionKey>) {
    if keys.has(.offer) || keys.has(.product) {
      keys.refuse(
        [.image, .bullets, .alt, .headerPosition],
        because:
          "is for a message alone; Apple takes none with \(keys.has(.offer) ? "an offer" : "a product")",
        help: "remove it, or remove '\(keys.has(.offer) ? "offer" : "product")'")
    } else if !keys.has(.image) {
      keys.refuse(
        [.headerPosition], because: "changes only a message with an image",
        help: "add 'image', or remove it")
    }
    if keys.has(.offer) || !keys.has(.product) {
      keys.refuse(
        [.billingPlan], because: "is the plan of another product",
        help: keys.has(.offer) ? "remove it: an offer has a plan of its own" : "add 'product'")
    }
  }
}

extension DeclaredRetention {
  static func schema(in folder: Folder) -> JSONSchema {
    let ofImage: [RetentionKey] = [.image, .alt, .bullets, .headerPosition]
    return JSONSchema.object(in: folder) { DeclaredRetention(id: "", $0) }.holding([
      .rule(
        if: .anyOf([.needs([RetentionKey.product]), .needs([RetentionKey.offer])]),
        then: .needs([], without: ofImage)),
      .rule(if: .needs([RetentionKey.image]), then: .needs([RetentionKey.alt])),
      .rule(
        if: .anyOf([.needs([RetentionKey.alt]), .needs([RetentionKey.headerPosition])]),
        then: .needs([RetentionKey.image])),
      .rule(
        if: .needs([RetentionKey.billingPlan]),
        then: .needs([RetentionKey.product], without: [.offer])),
    ])
  }
}
