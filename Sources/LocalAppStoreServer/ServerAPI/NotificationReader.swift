import Crypto
import Foundation
import LocalAppStore
import PaywallCatalog
import PaywallTextCoding

/// The request of Get Notification History, and the token of its next page.
struct NotificationReader {
  /// `nil` for a type that Apple has and this store never sends.
  let query: NotificationQuery?
  private let fingerprint: String

  private static let production = 180
  private static let sandbox = 30

  /// - Parameters:
  ///   - now: the clock of the world.
  ///   - customer: the customer of a transaction.
  init(
    _ body: AppleBody, now: Timestamp, environment: WorldSettings.Environment,
    customer: (String) -> String?
  ) throws(AppleError) {
    let start = try Self.date(body, "startDate", or: .invalidStartDate)
    let end = try Self.date(body, "endDate", or: .invalidEndDate)
    guard start < end else { throw .startDateAfterEndDate }
    let days = environment == .production ? Self.production : Self.sandbox
    guard start >= now.adding(milliseconds: Int64(-days) * Timestamp.day) else {
      throw .startDateTooFarInPast
    }
    let type = try body.text("notificationType", or: .invalidNotificationType)
    let subtype = try body.text("notificationSubtype", or: .invalidNotificationType)
    let transaction = try body.text("transactionId", or: .invalidTransactionId)
    let onlyFailures = try body.flag("onlyFailures", or: .badRequest) ?? false
    guard type == nil || transaction == nil else { throw .multipleFilters }
    guard type.map(Self.types.contains) ?? (subtype == nil),
      subtype.map(Self.subtypes.contains) ?? true
    else { throw .invalidNotificationType }
    // Recent events are dated some milliseconds after the clock, so a future end bounds nothing.
    var query = NotificationQuery(
      from: start, to: end >= now ? Timestamp(milliseconds: .max) : end)
    query.type = type.flatMap(NotificationType.init)
    query.subtype = subtype.flatMap(NotificationSubtype.init)
    query.onlyFailures = onlyFailures
    if let transaction {
      guard AppleText.isTransactionId(transaction) else { throw .invalidTransactionId }
      guard let id = customer(transaction) else { throw .transactionIdNotFound }
      query.customer = id
    }
    let isSent = (type == nil) == (query.type == nil) && (subtype == nil) == (query.subtype == nil)
    self.query = isSent ? query : nil
    let dates = "\(start.milliseconds) \(end.milliseconds)"
    let text = "\(dates) \(type ?? "") \(subtype ?? "") \(transaction ?? "") \(onlyFailures)"
    fingerprint = SHA256.hash(data: Data(text.utf8)).prefix(8).hexadecimal
  }

  /// - Returns: where the page begins.
  func start(of token: String?) throws(AppleError) -> Int {
    guard let token else { return 0 }
    let parts = token.split(separator: "_")
    guard parts.count == 2, parts[1] == fingerprint, let place = Int(parts[0]), place >= 0 else {
      throw .invalidPaginationToken
    }
    return place
  }

  func token(of place: Int) -> String { "\(place)_\(fingerprint)" }

  private static func date(
    _ body: AppleBody, _ name: String, or error: AppleError
  ) throws(AppleError) -> Timestamp {
    Timestamp(milliseconds: Int64(try body.required(name, 0...Int64.max / 2, or: error)))
  }

  /// All types that Apple has.
  private static let types: Set<String> = Set(NotificationType.allCases.map(\.rawValue)).union([
    "EXTERNAL_PURCHASE_TOKEN", "METADATA_UPDATE", "MIGRATION", "PRICE_CHANGE", "PRICE_INCREASE",
    "RESCIND_CONSENT", "REVOKE",
  ])
  private static let subtypes: Set<String> = Set(NotificationSubtype.allCases.map(\.rawValue))
    .union([
      "ACCEPTED", "ACTIVE_TOKEN_REMINDER", "CREATED", "PENDING", "PRICE_INCREASE", "UNREPORTED",
    ])
}
