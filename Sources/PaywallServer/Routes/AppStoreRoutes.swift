import AppStore
import AppStoreServerAPI
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Logging
import PaywallAPI
import PaywallCatalog
import Subscribers

/// The calls of a back office to Apple.
struct AppStoreRoutes {
  /// `nil` without a key.
  let client: AppStoreClient?
  let logger: Logger

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.orderShow) { _, context in
      try await show(try context.parameters.decoded("order", "order id"), context)
    }
    admin.on(.renewalExtend, as: RenewalExtensionRequest.init) {
      try await extend($0, $1)
    }
    admin.on(.accountTokenSet, as: AccountTokenRequest.init) {
      try await setToken($0, $1)
    }
  }

  private func ask<Value>(
    _ question: (AppStoreClient) async throws(AppStoreAPIError) -> Value
  ) async throws(Problem) -> Value {
    guard let client else { throw Problem.appStoreNotConfigured }
    do throws(AppStoreAPIError) {
      return try await question(client)
    } catch {
      throw Problem(error)
    }
  }

  private func show(_ order: String, _ context: AdminCaller) async throws(Problem) -> Response {
    let found = try await ask { client async throws(AppStoreAPIError) in
      try await client.order(order, priority: .urgent)
    }
    let status = found.value.status
    let json = Content.members(
      ("status", status.known.map { $0 == .valid ? "valid" : "invalid" } ?? "\(status.raw)"),
      ("environment", found.environment.rawValue),
      ("transactions", found.value.transactions.compactMap(\.payload.fact).map(\.found)),
      ("appleRequestId", found.requestId))
    return context.entry.response(momentary: json)
  }

  private func extend(
    _ body: RenewalExtensionRequest, _ context: AdminCaller
  ) async throws(Problem) -> Response {
    let request = RenewalExtension(
      days: body.days, reason: RenewalExtension.Reason(body.reason),
      requestIdentifier: body.requestIdentifier)
    let done = try await ask { client async throws(AppStoreAPIError) in
      try await client.extend(body.originalTransactionId, by: request, in: body.environment)
    }
    logger.notice(
      "a renewal date was moved",
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)", "days": "\(body.days)",
        "transaction": "\(body.originalTransactionId.prefix(64))",
      ]))
    let json = Content.members(
      ("environment", done.environment.rawValue), ("effectiveDate", done.value.effectiveDate),
      ("appleRequestId", done.requestId))
    return context.entry.response(momentary: json)
  }

  private func setToken(
    _ body: AccountTokenRequest, _ context: AdminCaller
  ) async throws(Problem) -> Response {
    let done = try await ask { client async throws(AppStoreAPIError) in
      try await client.setAccountToken(
        body.appAccountToken, of: body.originalTransactionId, in: body.environment)
    }
    logger.notice(
      "an account token was set",
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)",
        "transaction": "\(body.originalTransactionId.prefix(64))",
      ]))
    let json = Content.members(
      ("environment", done.environment.rawValue), ("appleRequestId", done.requestId))
    return context.entry.response(momentary: json)
  }
}

extension Problem {
  static let appStoreNotConfigured = Problem(
    .appStoreNotConfigured,
    "Start the server with --app-store-key, --app-store-key-id and --app-store-issuer.")

  /// The reason why Apple refused or did not answer a call.
  init(_ error: AppStoreAPIError) {
    let detail = error.detail.prefix(1).uppercased() + error.detail.dropFirst() + "."
    let words = [detail, error.requestId.map { "Apple's number of the request is \($0)." }]
      .compactMap(\.self).joined(separator: " ")
    switch error.reason {
    case .refused(let code, _) where !error.isRetryable:
      self.init(.appStoreRefused, words, reason: String(code.raw))
    case .invalidCall, .notOpen: self.init(.appStoreRefused, words)
    case .notConfigured: self.init(.appStoreNotConfigured, words)
    default:
      self.init(.appStoreUnavailable, words, headers: [.retryAfter: "30"])
    }
  }
}

extension RenewalExtension.Reason {
  fileprivate init(_ reason: RenewalExtensionRequest.Reason) {
    switch reason {
    case .undeclared: self = .undeclared
    case .customerSatisfaction: self = .customerSatisfaction
    case .other: self = .other
    case .serviceIssue: self = .serviceIssue
    }
  }
}

extension TransactionFact {
  fileprivate var found: Content {
    .members(
      ("transactionId", transactionId), ("originalTransactionId", originalTransactionId),
      ("productId", productId), ("appTransactionId", appTransactionId),
      ("purchased", purchaseDate), ("expires", expiresDate), ("revoked", revocationDate))
  }
}
