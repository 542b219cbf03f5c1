internal import Catalog
internal import YAMLText

extension Rule {
  /// What leaves the server is made of public audiences only: a private one would leave with it.
  static let publicAudiences = Rule { draft, notebook in
    let audiences = Dictionary(
      draft.audiences.map { ($0.value.name, $0) }, uniquingKeysWith: { first, _ in first })
    var publicUsers = Set(
      draft.audiences.filter { $0.value.visibility == .public }.map {
        Subject(.audience, $0.value.name)
      })
    publicUsers.formUnion(
      draft.experiments.filter { $0.value.visibility == .public }.map {
        Subject(.experiment, $0.value.id)
      })
    for use in draft.uses where use.subject.kind == .audience {
      guard let user = use.user, publicUsers.contains(user),
        let audience = audiences[use.subject.name], audience.value.visibility == .private
      else { continue }
      notebook.error(
        .visibility, at: use.place,
        "'\(audience.value.name)' is private, and '\(user.name)' is public and would reveal it",
        help: "write 'visibility: public' on the audience, or 'visibility: private' here")
    }
  }
}
