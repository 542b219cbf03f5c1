import AppStore
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog

/// The App Store's notifications. They need no key: the signature is the proof.
///
/// The response follows the commit that holds the notification, so an acknowledged one is on disk.
/// 503 makes Apple send it again (AppleFacts.md § 1); a notification that Apple did not sign for
/// this app is refused for good.
struct NotificationRoutes {
  let ledger: any Ledger
  let failures: LedgerFailureLog
  /// Checks certificates not seen before.
  let chains: ChainChecker
  let metrics: ServerMetrics
  let logger: Logger
  let refundBell: RefundBell
  let now: @Sendable () -> Timestamp

  func add(to routes: RouteGroup<RequestScope>) {
    routes.on(.notificationPost) { request, context in
      try await request.ofAppStore(context.entry) { body async throws(Problem) in
        try await keep(body, context.entry)
      }
    }
  }

  /// Never charges Apple's own, even those for another app or environment.
  private func keep(
    _ body: JSONValue, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    var members = try MemberReader(body)
    try members.refuseVersion1()
    let text = try members.required("signedPayload", "what the App Store signed")
    let now = now()
    let verification = TextVerification(
      checker: chains, sender: .appStore, entry: entry, metrics: metrics)
    switch try await verification.verdict(of: text, { $0.notification(text, at: now) }) {
    case .refused(let distrust):
      if let unowned = distrust.unowned { return try await keepAside(unowned, entry, at: now) }
      metrics.received(.refused, type: nil)
      metrics.refused(distrust)
      throw Problem(distrust, field: "signedPayload")
    case .verified(let notification):
      return try await append(notification, entry, at: now)
    }
  }

  /// Keeps a notification that names no app: Apple does not send it again, and nothing follows from
  /// it.
  private func keepAside(
    _ notification: UnownedNotification, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> Response {
    try entry.chargeKeptAside(bytes: notification.text.compact.utf8.count)
    do throws(LedgerFailure) {
      let kept = try await ledger.keepAside(notification, at: now)
      metrics.received(kept == .new ? .keptAside : .already, type: notification.type)
      logger.warning(
        "a notification names no app, so it is kept aside without effect; a newer version of paywall may read it",
        metadata: entry.metadata(["type": "\(notification.type)", "outcome": "\(kept)"]))
      return entry.response(momentary: .members(("status", "keptAside")))
    } catch {
      metrics.received(.unavailable, type: notification.type)
      throw failures.problem(error)
    }
  }

  private func append(
    _ notification: Verified<Notification>, _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> Response {
    do throws(LedgerFailure) {
      if let signed = notification.payload.signedDate { metrics.clock.saw(signed: signed) }
      let appended = try await ledger.append(notification, at: now)
      let unread = notification.payload.unknownSections
      metrics.received(
        appended == .already ? .already : unread.isEmpty ? .new : .notUnderstood,
        type: notification.payload.type)
      if notification.payload.type == "CONSUMPTION_REQUEST" { refundBell.ring() }
      if !unread.isEmpty {
        logger.warning(
          "a notification is kept with a section that this version of paywall does not read",
          metadata: entry.metadata([
            "type": "\(notification.payload.type)",
            "sections": "\(unread.joined(separator: ", "))",
          ]))
      }
      logger.info(
        "notification",
        metadata: entry.metadata([
          "type": "\(notification.payload.type)",
          "subtype": "\(notification.payload.subtype ?? "-")",
          "environment": "\(notification.payload.environment.rawValue)",
          "outcome": "\(appended)",
        ]))
      return entry.response(momentary: .members(("status", "\(appended)")))
    } catch {
      metrics.received(.unavailable, type: notification.payload.type)
      throw failures.problem(error)
    }
  }
}

extension MemberReader {
  /// Notifications of version 1 have other members, and Apple has ended them.
  fileprivate mutating func refuseVersion1() throws(Problem) {
    guard let member = take("notification_type") ?? take("unified_receipt") else { return }
    throw Problem(
      .missingMember,
      "This is a notification of version 1, which is not signed and cannot be trusted. Choose version 2 for the address of notifications in App Store Connect, under App Information.",
      field: member.name)
  }
}

extension Problem {
  /// Whether this problem shows that a post is not Apple's. It is Apple's if Apple signed it for
  /// another app or environment, or if the ledger could not keep it. Apps have signed texts of
  /// other kinds, and anyone may post one.
  var isNotFromApple: Bool {
    guard reason != RateScope.keptAside.rawValue else { return false }
    guard code == .notTrusted else { return (400..<500).contains(code.status.code) }
    switch reason.flatMap(Distrust.Reason.init) {
    case .wrongApp, .namesNoApp, .appAppleIdNotConfigured, .wrongEnvironment, .missingMember,
      .badDate, .signedInFuture, .wrongType:
      return false
    default: return true
    }
  }
}
