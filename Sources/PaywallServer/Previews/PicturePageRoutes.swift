import HTTPDocuments
import HTTPTransport
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallPictures
import PaywallTextCoding

/// Shows pictures of paywalls in a browser that is signed in, before visitors see them on a phone.
struct PicturePageRoutes {
  let pages: SignedInPages
  let source: PictureSource

  /// Pictures on one sheet.
  private static let mostCells = 120
  private static let mostPersonas = 40

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.previewList) { _, context in
      try await pages.page(context, "/preview") { entry, _ in
        page(PreviewList(entry.release.snapshot).html)
      }
    }
    routes.on(.previewSheet) { request, context in
      let part = context.parameters["name"]
      return try await pages.page(context, "/preview/\(part)") { entry, reader in
        let query = try Query(request.query, of: ["locale"])
        let subject = try subject(part, entry.release)
        return try await offEventLoop {
          page(try sheet(of: subject, query["locale"], entry.release, for: reader))
        }
      }
    }
    routes.on(.previewPicture) { request, context in
      let part = context.parameters["name"]
      return try await pages.page(context, "/preview/\(part)") { entry, _ in
        let query = try Query(request.query, of: ["as", "locale", "experiment", "variant"])
        let subject = try subject(part, entry.release)
        return try await offEventLoop {
          let picture = try picture(of: subject, query, entry.release)
          return page(
            PicturePage(picture).html(links: [
              Self.back,
              ("All pictures of \(subject.name)", PictureSource.address(of: subject.name)),
            ]))
        }
      }
    }
  }

  private func page(_ html: String) -> SignedInPages.Page {
    SignedInPages.Page(html: html, policy: PicturePage.contentSecurityPolicy)
  }

  private func subject(
    _ part: String, _ release: PreparedRelease
  ) throws(Problem) -> PictureSubject {
    guard let name = percentDecoded(Array(part.utf8)[...]) else {
      throw Problem(
        .malformedPath, "The name is not percent-encoded UTF-8; encode every % as %25.")
    }
    guard let subject = PictureSubject(named: name, in: release.snapshot) else {
      throw Problem(
        .unknownPlacement, "The configuration has no placement and no paywall '\(name)'.",
        field: "name")
    }
    return subject
  }

  private func sheet(
    of subject: PictureSubject, _ locale: String?, _ release: PreparedRelease, for reader: Caller
  ) throws(Problem) -> String {
    let snapshot = release.snapshot
    let moment = source.now()
    let personas = snapshot.personas.values.sorted { $0.id < $1.id }.prefix(Self.mostPersonas)
    let people =
      personas.isEmpty
      ? [(name: "", person: PictureMaker.Person.stranger(at: moment))]
      : personas.map { (name: $0.id, person: .init($0, in: snapshot, at: moment)) }
    if let locale, !snapshot.app.locales.contains(locale) {
      throw Problem(
        .malformedQuery,
        "The app has no texts in '\(locale)'; there is "
          + "\(snapshot.app.locales.joined(separator: ", ")).", field: "locale")
    }
    var sheet = PictureSheet(of: subject, by: source.maker(release), people, locales: [])
    let all = snapshot.app.locales
    sheet.locales = locale.map { [$0] } ?? Array(all.prefix(max(1, Self.mostCells / sheet.columns)))
    let others = all.filter { !sheet.locales.contains($0) }
    return sheet.contactSheet { Self.address(of: $0, subject) }.html(
      links: [Self.back] + Self.ways(to: subject, for: reader)
        + others.map { ($0, PictureSource.address(of: subject.name, [("locale", $0)])) })
  }

  /// Only a key that may make a token is led to its form.
  private static func ways(
    to subject: PictureSubject, for reader: Caller
  ) -> [(title: String, address: String)] {
    guard case .placement(let name) = subject, reader.role.includes(.admin) else { return [] }
    return [("A token for a tester's phone", PictureSource.address(of: name, page: "/token"))]
  }

  private func picture(
    of subject: PictureSubject, _ query: Query, _ release: PreparedRelease
  ) throws(Problem) -> Picture {
    let snapshot = release.snapshot
    var person = PictureMaker.Person.stranger(at: source.now())
    if let name = query["as"] {
      guard let persona = snapshot.personas[name] else {
        throw Problem(.malformedQuery, "The configuration has no persona '\(name)'.", field: "as")
      }
      person = .init(persona, in: snapshot, at: source.now())
    }
    return subject.picture(
      by: source.maker(release), for: person, locale: query["locale"],
      forced: try forced(query, at: subject, in: snapshot))
  }

  private func forced(
    _ query: Query, at subject: PictureSubject, in snapshot: Snapshot
  ) throws(Problem) -> ForcedVariant? {
    guard query["experiment"] != nil || query["variant"] != nil else { return nil }
    let (id, name) = (query["experiment"] ?? "", query["variant"] ?? "")
    guard snapshot.experiments[id]?.variant(named: name)?.show(at: subject.name) != nil else {
      throw Problem(
        .unknownExperiment,
        "No experiment '\(id)' has a variant '\(name)' at '\(subject.name)'.", field: "experiment")
    }
    return ForcedVariant(experiment: id, variant: name)
  }

  private static let back = (title: "All placements and paywalls", address: "/preview")

  private static func address(of place: PictureSheet.Place, _ subject: PictureSubject) -> String {
    var query = [("locale", place.locale)]
    if !place.person.isEmpty { query.append(("as", place.person)) }
    if let forced = place.forced { query += PictureSource.query(forced) }
    return PictureSource.address(of: subject.name, query, page: "/picture")
  }

  /// The items of a query, of which all are known.
  private struct Query {
    private let form: PageForm

    init(_ text: Substring, of names: [String]) throws(Problem) {
      form = try PageForm(text.utf8)
      for (name, _) in form.members where !names.contains(name) {
        throw Problem(
          .malformedQuery, "This page has no '\(name)'; use \(names.joined(separator: ", ")).",
          field: name)
      }
    }

    subscript(_ name: String) -> String? { form[name] }
  }
}
