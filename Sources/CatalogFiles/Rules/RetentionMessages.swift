internal import PaywallCatalog
internal import Serving
internal import YAMLText

extension ValidationRule {
  /// The placement `cancel` shows messages, and no other placement does.
  static let retentionPlacement = ValidationRule { draft, sink in
    let messages = Set(draft.retention.map(\.value.id))
    let cancel = RetentionMessage.placement
    let placements = Dictionary(
      draft.experiments.map { ($0.value.id, $0.value.placements) }
    ) { first, _ in first }
    for use in draft.uses where use.subject.kind == .paywall && use.user?.kind != .persona {
      let isMessage = messages.contains(use.subject.name)
      // A name of both is a mistake of its own.
      guard isMessage != (draft.paywallsById[use.subject.name] != nil) else { continue }
      let places: [String] =
        switch use.user?.kind {
        case .placement: [use.user?.name ?? ""]
        case .experiment: placements[use.user?.name ?? ""] ?? []
        default: []
        }
      if isMessage, !places.contains(cancel) {
        sink.error(
          .contradiction, at: use.place,
          "'\(use.subject.name)' is a message for customers who are about to cancel",
          help: "show it at the placement '\(cancel)', and name a paywall here")
      } else if !isMessage, places == [cancel] {
        sink.error(
          .contradiction, at: use.place,
          "'\(use.subject.name)' is a paywall, and '\(cancel)' shows messages",
          help: messages.isEmpty
            ? "write a message, like \(ConfigurationPath.retention("stay")), and name it here"
            : "name one of \(Nearest.list(messages.sorted()))")
      }
    }
    for experiment in draft.experiments
    where experiment.value.placements.contains(cancel) && experiment.value.placements.count > 1 {
      sink.error(
        .contradiction, at: experiment.places[.placement],
        "'\(cancel)' is decided for customers and shows messages, so it shares no experiment",
        help: "write an experiment for '\(cancel)' alone")
    }
  }

  /// A message has an id that no paywall has, because placements name both alike.
  static let retentionNames = ValidationRule { draft, sink in
    for message in draft.retention {
      guard let paywall = draft.paywallsById[message.value.id] else { continue }
      sink.error(
        .duplicate, at: message.places.place,
        "a paywall has this name too: \(paywall.places.place.file)",
        help: "rename one of the two files")
    }
  }

  /// A message makes a promotional offer of a subscription, or names another subscription.
  static let retentionOffers = ValidationRule { draft, sink in
    for message in draft.retention {
      if let name = message.offer, let offer = draft.offersByKey[name.value] {
        check(offer.value, of: message, at: name.place, draft, sink)
      }
      guard let product = message.product,
        let type = draft.productsById[product.value]?.value.type, type != .autoRenewable
      else { continue }
      sink.error(
        .contradiction, at: product.place,
        "'\(product.value)' is \(type.rawValue), and a customer who cancels has a subscription",
        help: "name another product of their subscription group")
    }
  }

  private static func check(
    _ offer: Offer, of message: DeclaredRetention, at place: Place, _ draft: Draft,
    _ sink: DiagnosticSink
  ) {
    guard offer.kind == .promotional else {
      return sink.error(
        .contradiction, at: place,
        "'\(offer.key)' is \(offer.kind.rawValue), and Apple takes only promotional offers here",
        help: "name an offer of the kind promotional")
    }
    guard let product = message.product, draft.knows(.product, product.value),
      !offer.products.contains(product.value)
    else { return }
    sink.error(
      .offerNotOnProduct, at: product.place,
      "'\(product.value)' does not have the offer '\(offer.key)'",
      help: "name one of \(Nearest.list(offer.products)), or remove the key")
  }

  /// Apple asks about a customer, of whom no device is known: an audience at `cancel` asks for what the
  /// ledger and Apple know.
  static let retentionAudiences = ValidationRule { draft, sink in
    let cancel = RetentionMessage.placement
    for placement in draft.placements where placement.value.id == cancel {
      for (rule, places) in zip(placement.value.rules, placement.rules) {
        warn(of: rule.audience, at: places[.audience], draft, sink)
      }
    }
    for experiment in draft.experiments where experiment.value.placements.contains(cancel) {
      if let audience = experiment.value.audience {
        warn(of: audience, at: experiment.places[.audience], draft, sink)
      }
      guard experiment.value.unit == .anonymousId else { continue }
      sink.error(
        .contradiction, at: experiment.places[.unit],
        "no device is known when Apple asks, so no customer would be enrolled",
        help: "write 'unit: visitor', which is the customer here")
    }
  }

  private static func warn(
    of audience: Condition, at place: Place, _ draft: Draft, _ sink: DiagnosticSink
  ) {
    let known: Set = ["country", "language", "locale"]
    guard
      let attribute = draft.attributes(of: audience).first(where: {
        !$0.isOfLedger && !known.contains($0)
      })
    else { return }
    sink.warning(
      .neverMatches, at: place,
      "this asks for '\(attribute)', which is unknown when Apple asks about a customer",
      help: "ask for attributes that begin with 'subscription.', or for country, language or locale"
    )
  }

  /// The placement `cancel` or an experiment there shows each message.
  static let unreachableMessages = ValidationRule { draft, sink in
    guard draft.isWhole else { return }
    let shown = Set(
      draft.uses.filter { $0.subject.kind == .paywall && $0.user?.kind != .persona }
        .map(\.subject.name))
    for message in draft.retention where !shown.contains(message.value.id) {
      sink.warning(
        .unreachable, at: message.places.place,
        "no customer can reach the message '\(message.value.id)'",
        help: "show it at the placement '\(RetentionMessage.placement)', or remove the file")
    }
  }

  /// Apple approved each message in each environment that is served.
  static let approvedMessages = ValidationRule { draft, sink in
    guard let app = draft.app?.value else { return }
    let environments = app.environments.filter { $0 != .xcode }
    let places = Dictionary(draft.retention.map { ($0.value.id, $0.places.place) }) { one, _ in one
    }
    for message in draft.identifiedRetention {
      let open = environments.compactMap { environment in
        let states = draft.approvals.states[environment] ?? RetentionStates()
        let locales = app.locales.filter { message.texts[$0].map { !states.approves($0) } ?? false }
        return locales.isEmpty ? nil : "\(environment.rawValue): \(locales.joined(separator: ", "))"
      }
      guard !open.isEmpty, let place = places[message.id] else { continue }
      sink.warning(
        .notApproved, at: place,
        "Apple did not approve this message, so it is not sent (\(open.joined(separator: "; ")))",
        help: "upload it to Apple with 'paywall retention push', and when it is approved write "
          + "that down with 'paywall retention pull'")
    }
  }
}
