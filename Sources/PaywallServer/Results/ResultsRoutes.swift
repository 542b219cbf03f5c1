import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog
import PaywallTextCoding

/// The results of an experiment as JSON, for programs with a viewer or admin key.
struct ResultsRoutes {
  let results: ResultsService
  /// The environment of the purchases, if the query does not say.
  let usual: AppStoreEnvironment

  func add(to viewer: RouteGroup<ViewerCaller>) {
    viewer.on(.experimentResults) { request, context in
      let entry = context.entry
      let id = try Self.experiment(in: context.parameters["experiment"], entry.release)
      let query = try PageForm(request.query.utf8)
      let report = try await results.report(
        ResultsQuestion(id, query: query, usual: usual), in: entry.release)
      return entry.response(momentary: report.content)
    }
  }

  /// The experiment that a part of a path names.
  static func experiment(
    in part: String, _ release: PreparedRelease
  ) throws(Problem) -> String {
    guard let id = percentDecoded(Array(part.utf8)[...]) else {
      throw Problem(
        .malformedPath, "The experiment is not percent-encoded UTF-8; encode every % as %25.")
    }
    guard release.snapshot.experiments[id] != nil else {
      throw Problem(.unknownExperiment, "The configuration has no experiment '\(id)'.")
    }
    return id
  }
}
