package import PaywallCatalog

extension Plan {
  /// For programs; names and order are stable.
  package var content: Content {
    .object(
      [
        .init("at", .text(at.rfc3339)),
        .init("breaking", .boolean(isBreaking)),
        .init("changes", .list(changes.map(\.content))),
        .init("breaches", .list(breaches.map(\.content))),
        .init("impact", impact.content),
      ] + (later.isEmpty ? [] : [.init("later", .list(later.map(\.content)))])
        + (uncompared.isEmpty
          ? [] : [.init("uncompared", .list(uncompared.map { .text($0.rfc3339) }))]))
  }
}

extension Plan.Later {
  fileprivate var content: Content {
    .object([.init("at", .text(at.rfc3339)), .init("impact", impact.content)])
  }
}

extension Change {
  fileprivate var content: Content {
    .object([
      .init("change", .text(sign.word)), .init("kind", .text(kind.rawValue)),
      .init("id", .text(id)), .init("details", .texts(details)),
    ])
  }
}

extension Breach {
  /// `{"code":"trafficShrunk","severity":"error",…}`
  package var content: Content {
    .object([
      .init("code", .text(code.rawValue)), .init("severity", .text(severity.rawValue)),
      .init("file", .text(file)), .init("keys", .texts(keys)),
      .init("message", .text(message)), .init("help", .text(help)),
    ])
  }
}

extension Impact {
  fileprivate var content: Content {
    .object([
      .init("visitors", .integer(Int64(visitors))), .init("synthetic", .boolean(isSynthetic)),
      .init("affected", .integer(Int64(affected))),
      .init("placements", .list(placements.map(\.content))),
      .init("uncovered", .texts(uncovered)),
    ])
  }
}

extension Impact.AtPlacement {
  fileprivate var content: Content {
    .object([
      .init("placement", .text(placement)), .init("affected", .integer(Int64(affected))),
      .init("effects", .list(effects.map(\.content))),
    ])
  }
}

extension Impact.Effect {
  fileprivate var content: Content {
    .object(
      kind.members + [
        .init("visitors", .integer(Int64(visitors))), .init("examples", .texts(examples)),
      ])
  }
}

extension Impact.Kind {
  /// The kind of effect, and its object.
  fileprivate var members: [Content.Member] {
    switch self {
    case .paywall(let from, let to):
      Self.members("otherPaywall", ("from", "\(from)"), ("to", "\(to)"))
    case .order(let paywall): Self.members("otherOrder", ("paywall", paywall))
    case .products(let paywall): Self.members("otherProducts", ("paywall", paywall))
    case .content(let paywall): Self.members("otherContent", ("paywall", paywall))
    case .enters(let experiment, let variant):
      Self.members("enter", ("experiment", experiment), ("variant", variant))
    case .leaves(let experiment, let variant):
      Self.members("leave", ("experiment", experiment), ("variant", variant))
    case .switches(let experiment, let from, let to):
      Self.members("switch", ("experiment", experiment), ("from", from), ("to", to))
    case .gainsOffer(let offer): Self.members("gainOffer", ("offer", offer))
    case .losesOffer(let offer): Self.members("loseOffer", ("offer", offer))
    case .offerTerms(let offer): Self.members("otherTerms", ("offer", offer))
    }
  }

  private static func members(_ effect: String, _ names: (String, String)...) -> [Content.Member] {
    [.init("effect", .text(effect))] + names.map { .init($0.0, .text($0.1)) }
  }
}

extension Content {
  fileprivate static func texts(_ texts: [String]) -> Content { .list(texts.map { .text($0) }) }
}
