import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallSubscribers

/// Gives, lists and revokes access that was not bought in the App Store.
struct AccessRoutes {
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let logger: Logger
  /// Names the records whose requests name none.
  let newId: @Sendable () -> String
  let now: @Sendable () -> Timestamp

  func add(to server: RouteGroup<ServerCaller>) {
    server.on(.accessPost) { request, context in
      let holder = try AccessHolder(request, context)
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try AccessRequest($0)
      }
      return try await give(body, to: holder, context)
    }
    server.on(.accessList) { request, context in
      let holder = try AccessHolder(request, context)
      return try await list(holder, context)
    }
    server.on(.accessDelete) { request, context in
      let holder = try AccessHolder(request, context)
      let source = try request.queryItem("source").map { (word) throws(Problem) in
        try GivenAccess.Source(word: word)
      }
      let id = try context.parameters.decoded("access")
      return try await revoke(id, from: source ?? .manual, of: holder, context)
    }
  }

  private func give(
    _ body: AccessRequest, to holder: AccessHolder, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let (now, caller) = (now(), context.caller)
    let access = GivenAccess(
      id: body.id ?? newId(), source: body.source, right: body.right,
      until: body.until, reason: body.reason, giver: caller.name, givenAt: now, price: body.price)
    try access.check(in: context.entry.release.snapshot)
    for name in holder.names {
      let outcome = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.give(
          access, to: name, atMost: caller.accessPerDay, in: holder.environment, at: now)
      }
      switch outcome {
      case .given(let held, let isNew):
        if isNew { log("access given", held, context) }
        return context.entry.response(
          momentary: AccessAnswer(held, isChanged: isNew, now: now).content)
      case .unknownCustomer: continue
      case .severalCustomers(let count):
        throw Problem(
          .ambiguousCustomer,
          "The name matches \(count) customers; name one by its appTransactionId.",
          field: "id")
      case .taken:
        throw Problem(
          .accessTaken,
          "The \(access.source.rawValue) record '\(access.id.prefix(64))' is another person's: revoke it there first, and send another 'id'.",
          field: "id")
      case .limitReached:
        let seconds =
          now.startOfDay.adding(milliseconds: Timestamp.day).milliseconds
          - now.milliseconds
        throw Problem(
          .accessLimitReached,
          "The key '\(caller.name)' may give \(caller.accessPerDay) records by hand a day: wait until the UTC day ends, or raise 'accessPerDay' in store/keys.yaml.",
          headers: [.retryAfter: "\(seconds / 1000 + 1)"])
      }
    }
    throw Problem(
      .unknownCustomer,
      "No customer in \(holder.environment.rawValue) has this id of Apple's. For a user id send 'by=userId' in the query; it need not be known.",
      field: "id")
  }

  private func list(
    _ holder: AccessHolder, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let now = now()
    let found = try await failures.asking { () async throws(LedgerFailure) in
      var found: [HeldAccess] = []
      for name in holder.names {
        found += try await ledger.givenAccess(
          to: name, user: name.user, in: holder.environment)
      }
      return found
    }
    let records = found.map { AccessAnswer($0, now: now).content }
    return context.entry.response(momentary: .members(("access", records)))
  }

  private func revoke(
    _ id: String, from source: GivenAccess.Source, of holder: AccessHolder, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let now = now()
    for name in holder.names {
      let revoked = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.revokeAccess(id, from: source, of: name, in: holder.environment, at: now)
      }
      guard let revoked else { continue }
      let isNew = revoked.access.revokedAt == now
      if isNew { log("access revoked", revoked, context) }
      return context.entry.response(
        momentary: AccessAnswer(revoked, isChanged: isNew, now: now).content)
    }
    throw Problem(
      .unknownAccess,
      "The person has no record '\(id.prefix(64))' of the source \(source.rawValue): look at GET …/access.",
      field: "access")
  }

  private func log(_ message: Logger.Message, _ held: HeldAccess, _ context: ServerCaller) {
    logger.notice(
      message,
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)", "access": "\(held.access.id)",
        "source": "\(held.access.source.rawValue)",
        "environment": "\(held.environment.rawValue)",
      ]))
  }
}

/// The person whom the path of a request names.
private struct AccessHolder: Sendable {
  let names: [CustomerName]
  let environment: AppStoreEnvironment

  init(_ request: Request, _ context: ServerCaller) throws(Problem) {
    let id = try context.parameters.decoded("id")
    try GivenAccess.check(holder: id)
    names = try request.customerNames(id)
    environment = try request.environment() ?? .production
  }
}

extension CustomerName {
  /// The user id, if it is a name of that kind.
  var user: String? { if case .user(let id) = self { id } else { nil } }
}
