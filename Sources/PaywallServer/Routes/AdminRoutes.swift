import PaywallCatalog
import PaywallDecisions
import HTTPTransport
import HTTPTypes
import Ledger
import NIOCore
import PaywallAPI
import PaywallTextCoding

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
      Response(momentary: await status(), release: context.entry.release.release)
    }
    admin.on(.reload) { _, _ in try await reload() }
    admin.on(.explain) { request, context in
      let body = try await request.body(of: context.caller, context.entry) {
        try ExplainRequest($0)
      }
      return try await explain(body, context.caller, context.entry)
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
    return Response(
      momentary: JSONText { $0.content(content) }.bytes, release: release.release)
  }

  private func status() async -> [UInt8] {
    let late = try? await ledger.lateRedemptions()
    let release = current.value
    let condition = current.condition
    return JSONText { json in
      json.raw("{\"release\":")
      json.string(release.release)
      json.raw(",\"condition\":")
      json.string(condition.name)
      json.raw(",\"diagnostics\":")
      json.list(condition.diagnostics) { $0.string($1) }
      json.raw(",\"paywalls\":")
      json.integer(release.snapshot.paywalls.count)
      json.raw(",\"experiments\":")
      json.integer(release.snapshot.experiments.count)
      json.raw(",\"placements\":")
      json.integer(release.snapshot.placements.count)
      json.raw(",\"signing\":")
      json.string(signer.map { $0.isThrowAway ? "throwAway" : "configured" } ?? "none")
      json.raw(",\"ledger\":")
      json.string(report.isReadOnly ? "readOnly" : late == nil ? "unavailable" : "available")
      if let late, !report.isReadOnly {
        json.raw(",\"lateRedemptions\":")
        json.integer(late)
      }
      json.raw("}")
    }.bytes
  }

  private func reload() async throws -> Response {
    switch await offEventLoop({ await reloader.reload() }) {
    case .accepted(let release, let changed):
      let json = JSONText { json in
        json.raw("{\"release\":")
        json.string(release)
        json.raw(",\"changed\":")
        json.boolean(changed)
        json.raw("}")
      }
      return Response(momentary: json.bytes, release: release)
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
