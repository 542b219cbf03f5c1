import HTTPDocuments
import HTTPTransport
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding
import ResultsPages

/// The form that makes a token of a preview. A token shows its holder paywalls that no visitor gets
/// yet, so the form takes an admin key, as `POST /v1/previews` does; a viewer only looks.
struct PreviewTokenPageRoutes {
  let pages: SignedInPages
  let previews: PreviewRoutes

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.previewTokenPage) { _, context in
      try await answer(context) { _, _, _ in nil }
    }
    routes.on(.previewTokenForm) { request, context in
      let form: PageForm
      do {
        form = try await SignedInPages.form(request)
      } catch let problem as Problem where problem.code == .malformedQuery {
        return SignedInPages.response(problem)
      }
      return try await answer(context) { placement, entry, reader in
        try ResultsAccess.checkOrigin(context.head)
        let (preview, token) = try previews.token(
          for: try Self.order(form, at: placement), reader, entry)
        return .init(token: token, subject: preview.words, expires: preview.expires)
      }
    }
  }

  private func answer(
    _ context: RequestScope,
    _ make: (String, RequestScope.Entry, Caller) throws -> PreviewTokenPage.Made?
  ) async throws -> Response {
    let part = context.parameters["name"]
    return try await pages.page(context, "/preview/\(part)") { entry, reader in
      guard reader.role.includes(.admin) else {
        throw Problem(
          .roleRequired,
          "A token needs a key with the role admin; the key '\(reader.name)' has the role \(reader.role.rawValue)."
        )
      }
      let snapshot = entry.release.snapshot
      guard let name = percentDecoded(Array(part.utf8)[...]), snapshot.placements[name] != nil
      else {
        throw Problem(
          .unknownPlacement, "The configuration has no such placement, and a token needs one.",
          field: "name")
      }
      return SignedInPages.Page(
        html: PreviewTokenPage(
          placement: name,
          experiments: snapshot.experiments.values.filter { $0.placements.contains(name) }
            .sorted { $0.id < $1.id }, made: try make(name, entry, reader)
        ).html)
    }
  }

  private static func order(_ form: PageForm, at placement: String) throws(Problem) -> PreviewOrder
  {
    let time = form["for"].map { Period(iso8601: $0) } ?? PreviewOrder.usualTime
    guard let time else {
      throw Problem(.wrongType, "A length is written like PT1H, PT24H or P7D.", field: "for")
    }
    return PreviewOrder(placement: placement, subject: try subject(form), time: time)
  }

  private static func subject(_ form: PageForm) throws(Problem) -> PreviewOrder.Subject {
    let parts = (form["variant"] ?? "").split(separator: "/").compactMap {
      percentDecoded(Array($0.utf8)[...])
    }
    if parts.count == 2 { return .variant(parts[1], experiment: parts[0]) }
    guard let moment = form["at"].flatMap({ Timestamp(rfc3339: $0) }) else {
      throw Problem(
        .previewAmbiguous, "Choose a variant, or give a moment such as 2026-12-01T09:00Z.",
        field: "at")
    }
    return .moment(moment)
  }
}

extension Preview {
  /// `variant 'trial' of 'annual-trial'`
  fileprivate var words: String {
    switch subject {
    case .variant(let variant, let experiment): "variant '\(variant)' of '\(experiment)'"
    case .moment(let moment): "what a visitor gets at \(moment.rfc3339)"
    }
  }
}
