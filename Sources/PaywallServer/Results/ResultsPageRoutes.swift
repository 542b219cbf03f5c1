import ExperimentReports
import HTTPDocuments
import HTTPTransport
import PaywallAPI
import PaywallCatalog
import ResultsPages

/// The pages of results for people, behind a page that takes a viewer or admin key.
struct ResultsPageRoutes {
  let results: ResultsService
  let pages: SignedInPages
  let pictures: PictureSource
  /// The environment of the purchases, if the query does not say.
  let usual: AppStoreEnvironment
  let now: @Sendable () -> Timestamp

  private var reader: ResultsReader { ResultsReader(usual: usual) }

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.resultsList) { request, context in
      try await pages.page(context, "/results") { entry, _ in
        let environment = try environment(askedBy: PageForm(request.query.utf8))
        return SignedInPages.Page(html: await list(entry.release, environment).html)
      }
    }
    routes.on(.resultsPage) { request, context in
      let part = context.parameters["experiment"]
      return try await pages.page(context, "/results/\(part)") { entry, _ in
        let id = try ResultsRoutes.experiment(in: part, entry.release)
        let query = try PageForm(request.query.utf8)
        return try await self.report(
          ResultsQuestion(id, query: query, usual: usual), in: entry.release)
      }
    }
  }

  private func environment(askedBy query: PageForm) throws(Problem) -> AppStoreEnvironment {
    var environment = usual
    for (name, value) in query.members {
      guard name == "environment" else {
        throw Problem(
          .malformedQuery, "The list of results has no '\(name)'; use environment.", field: name)
      }
      environment = try AppStoreEnvironment(word: value, field: name)
    }
    return environment
  }

  private func list(
    _ release: PreparedRelease, _ environment: AppStoreEnvironment
  ) async -> ResultsList {
    let moment = now()
    let begun = release.snapshot.experiments.values
      .filter { ![.draft, .scheduled].contains($0.stage(at: moment)) }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let ready = await results.ready(
      // Running experiments come first if not all can be computed at once.
      (begun.filter { $0.stage(at: moment) == .running }
        + begun.filter { $0.stage(at: moment) != .running }).map {
          ResultsQuestion($0.id, environment: environment)
        },
      in: release, isForList: true)
    return ResultsList(
      rows: begun.map { experiment in
        let outcome: ResultsList.Outcome =
          switch ready[ResultsQuestion(experiment.id, environment: environment)] {
          case .report(let report, _)?: .report(report)
          case .failed?: .failed
          case .computing?: .waiting
          case .notComputed?, nil: .notComputed
          }
        return ResultsList.Row(
          id: experiment.id, title: experiment.title,
          isRunning: experiment.stage(at: moment) == .running,
          stage: experiment.stage(at: moment).rawValue, placements: experiment.placements,
          outcome: outcome)
      }, asOf: moment, environment: environment, for: ResultsReader(usual: usual))
  }

  /// The page of a report; until the first one is computed, a page that asks again by itself.
  private func report(
    _ question: ResultsQuestion, in release: PreparedRelease
  ) async throws -> SignedInPages.Page {
    guard let report = try await results.page(of: question, in: release) else {
      return .computing("record of the experiment")
    }
    return await page(of: report, question, release)
  }

  /// With pictures of the variants, which are those of now: a look back has none.
  private func page(
    of report: ExperimentReport, _ question: ResultsQuestion, _ release: PreparedRelease
  ) async -> SignedInPages.Page {
    var page = ResultsPage(report, for: reader)
    guard question.phase == nil, question.asOf == nil,
      let experiment = release.snapshot.experiments[question.experiment]
    else { return SignedInPages.Page(html: page.html) }
    let (markup, style) = await offEventLoop { pictures.variants(of: experiment, in: release) }
    page.pictures = markup
    return SignedInPages.Page(
      html: page.html, policy: PageStyle.contentSecurityPolicy(for: [ResultsStyle.css, style]))
  }
}
