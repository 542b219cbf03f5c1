import PaywallAPI
import PaywallCatalog
import PaywallPictures

extension Picture {
  /// The texts of the phone and the reasons, for programs.
  var content: Content {
    var members: [Content.Member] = [
      Content.Member("name", .text(name)), Content.Member("visitor", .text(visitor)),
      Content.Member("locale", .text(locale)), Content.Member("notes", .texts(notes)),
    ]
    if !decision.isEmpty { members.append(Content.Member("decision", .text(decision))) }
    if let screen {
      members.append(Content.Member("paywall", .text(screen.paywall)))
      members.append(Content.Member("products", .list(screen.products.map(\.content))))
      if let headline = screen.content.headline {
        members.append(Content.Member("headline", .text(headline)))
      }
    }
    return .object(members)
  }

  static let schema = Schema.object([
    .always("name", .text, "The placement or the paywall."), .always("visitor", .text),
    .always("locale", .text, "The language of the texts."),
    .always("notes", .list(of: .text), "What to know before believing the picture."),
    .maybe("decision", .text, "As `explain` says it; absent for a paywall asked for by its id."),
    .maybe("paywall", .text, "Absent if nothing is shown."),
    .maybe("headline", .text),
    .maybe(
      "products",
      .list(
        of: .object([
          .always("id", .text), .always("name", .text),
          .maybe("billed", .text, "`$59.99 a year`; absent without a price."),
          .maybe("offer", .text, "What this visitor would get first: `3 days free, then …`."),
          .maybe("badge", .text), .always("button", .text), .always("isSelected", .boolean),
        ]))),
  ])
}

extension Picture.Product {
  fileprivate var content: Content {
    var members = [
      Content.Member("id", .text(id)), Content.Member("name", .text(name)),
      Content.Member("button", .text(button)), Content.Member("isSelected", .boolean(isSelected)),
    ]
    for (key, value) in [("billed", billed), ("offer", offer), ("badge", badge)] {
      if let value { members.append(Content.Member(key, .text(value))) }
    }
    return .object(members)
  }
}

extension Content {
  fileprivate static func texts(_ texts: [String]) -> Content { .list(texts.map { .text($0) }) }
}
