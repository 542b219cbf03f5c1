package import PaywallCatalog
import PaywallTextCoding

/// Which notifications a history holds. The same query goes with every page of it.
package struct NotificationQuery: Hashable, Sendable {
  /// At most 180 days ago in production, 30 in the sandbox.
  package var startDate: Timestamp
  package var endDate: Timestamp
  package var filter: Filter
  /// Only those that the server did not accept.
  package var onlyFailures: Bool

  /// Apple takes one filter at most (4000019).
  package enum Filter: Hashable, Sendable {
    case all
    /// In Apple's spelling, `DID_RENEW`.
    case type(String, subtype: String?)
    case transaction(String)
  }

  package init(
    from startDate: Timestamp, to endDate: Timestamp, _ filter: Filter = .all,
    onlyFailures: Bool = false
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.filter = filter
    self.onlyFailures = onlyFailures
  }

  var json: [UInt8] {
    var body = CallBody()
    body.add("startDate", startDate.milliseconds)
    body.add("endDate", endDate.milliseconds)
    switch filter {
    case .all: break
    case .type(let type, let subtype):
      body.add("notificationType", type)
      body.add("notificationSubtype", subtype)
    case .transaction(let id): body.add("transactionId", id)
    }
    if onlyFailures { body.add("onlyFailures", true) }
    return body.json
  }
}

/// The members of a body; `nil` is left out.
struct CallBody {
  private var text = JSONText()

  var json: [UInt8] { text.bytes.isEmpty ? Array("{}".utf8) : text.bytes + Array("}".utf8) }

  mutating func add(_ name: String, _ value: String?) { add(name, value) { $0.string($1) } }

  mutating func add(_ name: String, _ value: Int64?) { add(name, value) { $0.integer($1) } }

  mutating func add(_ name: String, _ value: Bool?) { add(name, value) { $0.boolean($1) } }

  mutating func add(_ name: String, _ value: [String]?) {
    add(name, value) { json, texts in json.list(texts) { $0.string($1) } }
  }

  private mutating func add<Value>(
    _ name: String, _ value: Value?, _ write: (inout JSONText, Value) -> Void
  ) {
    guard let value else { return }
    if text.bytes.isEmpty { text.raw("{") } else { text.raw(",") }
    text.string(name)
    text.raw(":")
    write(&text, value)
  }
}
