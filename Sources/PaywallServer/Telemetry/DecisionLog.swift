import HTTPDocuments
package import HTTPService
package import PaywallCatalog
package import PaywallDecisions

/// A line of NDJSON per decision, if switched on. Ids appear only as `VisitorPseudonym`s.
package struct DecisionLog: Sendable {
  private let sink: LogSink
  private let pseudonym: VisitorPseudonym

  package init(sink: LogSink, pseudonym: VisitorPseudonym) {
    self.sink = sink
    self.pseudonym = pseudonym
  }

  package func add(
    _ decision: Decision, visitor: Visitor, release: String, requestId: String, at now: Timestamp
  ) {
    let paywall: Content = if case .paywall(let id) = decision.show { .text(id) } else { .null }
    let json = Content.members(
      ("time", now), ("request", requestId), ("release", release),
      ("placement", decision.placement), ("visitor", pseudonym.of(visitor.id(for: .visitor).text)),
      ("paywall", paywall), ("reason", decision.reason.name),
      ("experiment", decision.experiment?.id), ("variant", decision.experiment?.variant),
      ("phase", decision.experiment?.phase)
    ).json
    sink.write(String(decoding: json, as: UTF8.self))
  }
}
