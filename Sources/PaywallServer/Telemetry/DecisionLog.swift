package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

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
    let json = JSONText { json in
      json.raw("{\"time\":")
      json.string(now.rfc3339)
      json.raw(",\"request\":")
      json.string(requestId)
      json.raw(",\"release\":")
      json.string(release)
      json.raw(",\"placement\":")
      json.string(decision.placement)
      if let visitor = pseudonym.of(visitor.id(for: .visitor).text) {
        json.raw(",\"visitor\":")
        json.string(visitor)
      }
      json.raw(",\"paywall\":")
      if case .paywall(let id) = decision.show { json.string(id) } else { json.raw("null") }
      json.raw(",\"reason\":")
      json.string(decision.reason.name)
      if let experiment = decision.experiment {
        json.raw(",\"experiment\":")
        json.string(experiment.id)
        json.raw(",\"variant\":")
        json.string(experiment.variant)
        json.raw(",\"phase\":")
        json.integer(experiment.phase)
      }
      json.raw("}")
    }
    sink.write(String(decoding: json.bytes, as: UTF8.self))
  }
}
