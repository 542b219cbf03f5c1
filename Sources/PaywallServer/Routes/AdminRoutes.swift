import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import NIOCore
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Serving

/// The routes for operators.
struct AdminRoutes {
  let current: CurrentRelease
  let reloader: Reloader
  let ledger: any Ledger
  let customers: CustomerResolver
  let assignments: AssignmentReader
  let signer: OfferSigner?
  let metrics: ServerMetrics
  let report: MetricsReport
  let now: @Sendable () -> Timestamp

  func add(to viewer: RouteGroup<ViewerCaller>, _ admin: RouteGroup<AdminCaller>) {
    viewer.on(.metrics) { _, _ in
      Response(metrics: await offEventLoop { await report.text() })
    }
    viewer.on(.status) { _, context in
      context.entry.response(momentary: await status())
    }
    admin.on(.reload) { _, _ in try await reload() }
    admin.on(.explain, as: ExplainRequest.init) {
      try await explain($0, $1.caller, $1.entry)
    }
  }

  /// The trace of a decision; it enrols no visitor.
  private func explain(
    _ body: ExplainRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = body.at ?? now()
    let release = entry.release
    if let whyNot = body.whyNot, release.snapshot.experiments[whyNot] == nil {
      throw Problem(
        .unknownExperiment, "The configuration has no experiment '\(whyNot)'.", field: "whyNot")
    }
    let resolution = try await customers.find(
      body.asker, for: caller, entry, implied: NamedCustomer(impliedBy: body.attributes),
      environment: try EvaluationContext.environment(of: body.attributes), at: now
    ).resolution
    var evaluation = try EvaluationContext(
      body.attributes, from: caller, proof: nil, in: entry, metrics,
      resolution: resolution, at: now)
    if let stated = body.records {
      evaluation.records = evaluation.assignments(stated, in: release.snapshot, at: now)
    } else {
      evaluation = await evaluation.withRecords(
        at: [body.placement], in: entry, from: assignments, at: now)
    }
    let trace = release.compiled.explain(
      body.placement, for: evaluation.visitor, records: evaluation.records, at: now)
    var content = trace.content
    if let whyNot = body.whyNot, case .object(let members) = content {
      content = .object(members + [.init("whyNot", trace.whyNot(whyNot).content)])
    }
    if !evaluation.ignored.attributes.isEmpty, case .object(let members) = content {
      content = .object(members + [.init("ignored", evaluation.ignored.content)])
    }
    return Response(momentary: content, release: release.release)
  }

  private func status() async -> Content {
    let late = try? await ledger.lateRedemptions()
    let release = current.value
    let condition = current.condition
    let isUnread = report.isReadOnly
    return .members(
      ("release", release.release), ("condition", condition.name),
      ("diagnostics", condition.diagnostics), ("paywalls", release.snapshot.paywalls.count),
      ("experiments", release.snapshot.experiments.count),
      ("placements", release.snapshot.placements.count),
      ("signing", signer.map { $0.isThrowAway ? "throwAway" : "configured" } ?? "none"),
      ("ledger", isUnread ? "readOnly" : late == nil ? "unavailable" : "available"),
      ("lateRedemptions", isUnread ? nil : late))
  }

  private func reload() async throws -> Response {
    switch await offEventLoop({ await reloader.reload() }) {
    case .accepted(let release, let changed):
      return Response(
        momentary: .members(("release", release), ("changed", changed)), release: release)
    case .refused(let diagnostics):
      throw Problem(
        .reloadFailed,
        "The release before stays. \(counted(diagnostics.count)): \(diagnostics.joined(separator: "\n"))"
      )
    }
  }
}

extension Response {
  /// The Prometheus exposition format.
  init(metrics text: String) {
    self.init(
      status: .ok,
      headers: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: ByteBuffer(string: text))
  }
}
