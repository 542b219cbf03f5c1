internal import PaywallCatalog
internal import Serving

extension ValidationRule {
  /// Published rules and experiments use public audiences only: a private one would be published
  /// with them.
  static let publicAudiences = ValidationRule { draft, sink in
    let audiences = Dictionary(
      draft.audiences.map { ($0.value.name, $0.value.visibility) },
      uniquingKeysWith: { first, _ in first })
    func refuse(_ name: String, at place: Place, _ user: String) {
      guard audiences[name] == .private else { return }
      sink.error(
        .visibility, at: place, "'\(name)' is private, and \(user) is public and would reveal it",
        help: "write 'visibility: public' on the audience, or 'visibility: private' here")
    }
    var publicUsers = Set(
      draft.audiences.filter { $0.value.visibility == .public }.map {
        Entity(.audience, $0.value.name)
      })
    publicUsers.formUnion(
      draft.experiments.filter { $0.value.visibility == .public }.map {
        Entity(.experiment, $0.value.id)
      })
    for use in draft.uses where use.subject.kind == .audience {
      guard let user = use.user, publicUsers.contains(user) else { continue }
      refuse(use.subject.name, at: use.place, "'\(user.name)'")
    }
    for placement in draft.placements {
      for (rule, places) in zip(placement.value.rules, placement.rules)
      where rule.visibility == .public {
        for name in rule.audience.names { refuse(name, at: places[.audience], "this rule") }
      }
    }
  }
}
