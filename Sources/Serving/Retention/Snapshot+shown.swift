package import PaywallCatalog

extension Snapshot {
  /// A paywall, or a retention message as one, by the id that placements show: the products that it
  /// sells with their offers, and its texts. So experiments and plans compare both alike.
  package func shown(_ id: String) -> Paywall? { paywalls[id] ?? retention[id].map(asPaywall) }

  /// The ids of everything that placements can show.
  package var showable: Set<String> { Set(paywalls.keys).union(retention.keys) }

  private func asPaywall(_ message: RetentionMessage) -> Paywall {
    Paywall(
      id: message.id, title: message.title, products: sales(of: message.kind),
      content: message.content)
  }

  /// An offer without a product is one for each product that has it.
  private func sales(of kind: RetentionMessage.Kind) -> [PaywallProduct] {
    switch kind {
    case .message: []
    case .product(let id, let plan): [PaywallProduct(product: id, billingPlan: plan)]
    case .offer(let key, let product):
      (product.map { [$0] } ?? offers[key]?.products ?? []).map {
        PaywallProduct(
          product: $0, billingPlan: offers[key]?.billingPlan ?? .upFront, offers: [key])
      }
    }
  }
}

extension RetentionMessage {
  /// The parts of the message, each by language, as content of a paywall; without identifiers.
  fileprivate var content: [Content.Member] {
    func each(_ value: (Text) -> Content) -> Content { .localised(texts.mapValues(value)) }
    var members = [
      Content.Member("header", each { .text($0.header) }),
      Content.Member("body", each { .text($0.body) }),
    ]
    if texts.values.contains(where: { $0.image != nil }) {
      members += [
        Content.Member("headerPosition", .text(headerPosition.rawValue)),
        Content.Member("image", each { .text($0.image?.file ?? "") }),
        Content.Member("alt", each { .text($0.image?.alternative ?? "") }),
      ]
    }
    if texts.values.contains(where: { !$0.bullets.isEmpty }) {
      members.append(
        Content.Member(
          "bullets",
          each { text in
            .list(
              text.bullets.map {
                .list([.text($0.text), .text($0.image.file), .text($0.image.alternative)])
              })
          }))
    }
    return members
  }
}
