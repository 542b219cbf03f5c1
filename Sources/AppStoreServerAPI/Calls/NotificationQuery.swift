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
    JSONMembers { body in
      body.number("startDate", startDate.milliseconds)
      body.number("endDate", endDate.milliseconds)
      switch filter {
      case .all: break
      case .type(let type, let subtype):
        body.text("notificationType", type)
        body.text("notificationSubtype", subtype)
      case .transaction(let id): body.text("transactionId", id)
      }
      if onlyFailures { body.flag("onlyFailures", true) }
    }.bytes
  }
}
