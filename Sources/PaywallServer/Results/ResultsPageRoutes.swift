import ExperimentResults
import HTTPTransport
import HTTPTypes
import Logging
import NIOCore
import PaywallAPI
import PaywallCatalog
import ResultsPages

/// The pages of results for people, behind a page that takes a viewer or admin key.
struct ResultsPageRoutes {
  let results: ResultsService
  let access: ResultsAccess
  /// Whose purchases, if the query does not say.
  let usual: AppStoreEnvironment
  let logger: Logger
  let now: @Sendable () -> Timestamp

  private var reader: ResultsReader { ResultsReader(usual: usual) }

  /// How long a page waits for reports that are being computed.
  private static let patience = Duration.seconds(2)

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.resultsList) { request, context in
      try await page(context) { entry in
        let environment = try environment(askedBy: PageForm(request.query.utf8))
        return (await list(entry.release, environment).html, false)
      }
    }
    routes.on(.resultsPage) { request, context in
      let part = context.parameters["experiment"]
      return try await page(context, experiment: part) { entry in
        let id = try ResultsRoutes.experiment(in: part, entry.release)
        let query = try PageForm(request.query.utf8)
        return try await self.report(
          ResultsQuestion(id, query: query, usual: usual), in: entry.release)
      }
    }
    routes.on(.signIn) { request, context in try await signIn(request, context) }
    routes.on(.signOut) { _, context in
      let entry = context.entry
      try ResultsAccess.checkOrigin(context.head)
      return Self.seeOther("/results", cookie: try await access.signOut(context.head, entry))
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

  /// A page for a reader with a session; for others the one that takes a key.
  private func page(
    _ context: RequestScope, experiment: String = "",
    _ html: (RequestScope.Entry) async throws -> (html: String, asksAgain: Bool)
  ) async throws -> Response {
    let entry = context.entry
    guard !entry.release.keys.isEmpty else { return Self.keyless }
    guard try await access.reader(context.head, entry) != nil else {
      return signInPage(context, entry, experiment: experiment, refusal: nil)
    }
    do {
      let (html, asksAgain) = try await html(entry)
      var response = Self.page(html)
      if asksAgain { response.headers[.refresh] = "5" }
      return response
    } catch let problem as Problem {
      return Self.page(
        ResultsProblemPage(
          title: problem.code.title, detail: problem.detail, help: nil, leadsBack: true
        ).html, problem.code.status)
    }
  }

  private func signIn(_ request: Request, _ context: RequestScope) async throws -> Response {
    let entry = context.entry
    guard !entry.release.keys.isEmpty else {
      try await request.body.finish()
      return Self.keyless
    }
    guard
      request.headers[.contentType]?.lowercased()
        .hasPrefix("application/x-www-form-urlencoded") == true
    else {
      try await request.body.finish()
      throw Problem(
        .unsupportedMediaType, "Send a form as 'application/x-www-form-urlencoded'.",
        field: "Content-Type")
    }
    let form = try PageForm(try await request.bytes(upTo: 4_096))
    do throws(Problem) {
      try ResultsAccess.checkOrigin(context.head)
    } catch {
      return Self.page(
        ResultsProblemPage(
          title: error.code.title, detail: error.detail, help: nil, leadsBack: true
        ).html, error.code.status)
    }
    let experiment = form["experiment"] ?? ""
    switch try access.signIn(key: form["key"] ?? "", context.head, entry) {
    case .cookie(let cookie):
      logger.info("signed in to the results", metadata: entry.metadata([:]))
      // An experiment of this release, so that no form leads anywhere else.
      let target = entry.release.snapshot.experiments[experiment] == nil ? "" : "/\(experiment)"
      return Self.seeOther("/results\(target)", cookie: cookie)
    case .refused(let why):
      logger.notice("refused to sign in to the results", metadata: entry.metadata([:]))
      return signInPage(context, entry, experiment: experiment, refusal: why)
    }
  }

  private func signInPage(
    _ context: RequestScope, _ entry: RequestScope.Entry, experiment: String, refusal: String?
  ) -> Response {
    let isPrivate = access.isSecure(context.head, entry) || entry.address.isLoopback
    return Self.page(
      ResultsSignInPage(
        experiment: experiment, refusal: refusal,
        warning: isPrivate
          ? nil
          : "This connection is not encrypted: others on the network can read a key that you type here."
      ).html, .unauthorized)
  }

  private func list(
    _ release: PreparedRelease, _ environment: AppStoreEnvironment
  ) async -> ResultsList {
    let moment = now()
    let begun = release.snapshot.experiments.values
      .filter { ![.draft, .scheduled].contains($0.stage(at: moment)) }
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let ready = await ready(
      // Those that run come first where not all can be computed at once.
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

  /// What can be shown of each question, once all of it is new or the wait is over.
  private func ready(
    _ questions: [ResultsQuestion], in release: PreparedRelease, isForList: Bool
  ) async -> [ResultsQuestion: ResultsService.Ready] {
    let deadline = ContinuousClock.now.advanced(by: Self.patience)
    var ready: [ResultsQuestion: ResultsService.Ready] = [:]
    while true {
      for question in questions where !(ready[question]?.isFinal ?? false) {
        ready[question] = results.readyReport(question, in: release, isForList: isForList)
      }
      guard ready.values.contains(where: { !$0.isFinal }), ContinuousClock.now < deadline else {
        return ready
      }
      // Between two looks at what is being computed.
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return ready }
    }
  }

  /// The page of a report; until the first one is computed, a page that asks again by itself.
  private func report(
    _ question: ResultsQuestion, in release: PreparedRelease
  ) async throws -> (html: String, asksAgain: Bool) {
    switch await ready([question], in: release, isForList: false)[question] {
    case .report(let report, _)?: return (ResultsPage(report, for: reader).html, false)
    // It says why.
    case .failed?:
      return (
        ResultsPage(try await results.report(question, in: release), for: reader).html, false
      )
    case .computing?:
      return (
        ResultsProblemPage(
          title: "Being computed",
          detail:
            "Every record of the experiment is read for the first time since the server started, which takes a minute or two with millions of persons. This page loads itself again.",
          help: nil, leadsBack: true
        ).html, true
      )
    case .notComputed?, nil: throw Problem.resultsBusy
    }
  }
}

extension ResultsService.Ready {
  /// Whether waiting brings nothing better.
  fileprivate var isFinal: Bool {
    switch self {
    case .report(_, let isNew): isNew
    case .failed: true
    case .computing, .notComputed: false
    }
  }
}

extension ResultsPageRoutes {
  static let contentSecurityPolicy = PageStyle.contentSecurityPolicy(for: ResultsStyle.css)

  static let contentType = "text/html; charset=utf-8"

  /// A page that nothing keeps, frames or tells other sites of.
  private static func page(_ html: String, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [
        .contentType: contentType, .cacheControl: "no-store",
        .contentSecurityPolicy: contentSecurityPolicy, .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer", .vary: "Cookie",
      ], body: ByteBuffer(string: html))
  }

  private static func seeOther(_ location: String, cookie: String) -> Response {
    Response(
      status: .seeOther,
      headers: [.location: location, .cacheControl: "no-store", .setCookie: cookie])
  }

  /// A server without keys trusts no one with what people pay (Access.md, "Without keys").
  private static var keyless: Response {
    page(
      ResultsProblemPage(
        title: "Results need a key",
        detail:
          "This server has no keys. Make one with 'paywall key create --role viewer --add', and load this page again.",
        help:
          "Without a server: 'paywall experiment results EXPERIMENT --html results.html' writes the same page from the ledger on this machine.",
        leadsBack: false
      ).html, .forbidden)
  }
}

extension HTTPField.Name {
  fileprivate static var referrerPolicy: Self { .init("Referrer-Policy") ?? .vary }
  fileprivate static var refresh: Self { .init("Refresh") ?? .vary }
}
