import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import Subscribers

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
      let person = try NamedPerson(request, context)
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try AccessRequest($0)
      }
      return try await give(body, to: person, context)
    }
    server.on(.accessList) { request, context in
      let person = try NamedPerson(request, context)
      return try await list(person, context)
    }
    server.on(.accessDelete) { request, context in
      let person = try NamedPerson(request, context)
      let source = try request.queryItem("source").map { (word) throws(Problem) in
        try GivenAccess.Source(word: word, "a source", field: "source")
      }
      let id = try context.parameters.decoded("access")
      return try await revoke(id, from: source ?? .manual, of: person, context)
    }
  }

  private func give(
    _ body: AccessRequest, to person: NamedPerson, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let (now, caller) = (now(), context.caller)
    let access = GivenAccess(
      id: body.id ?? newId(), source: body.source, right: body.right,
      until: body.until, reason: body.reason, giver: caller.name, givenAt: now, price: body.price)
    try access.check(in: context.entry.release.snapshot)
    for name in person.names {
      let outcome = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.give(
          access, to: name, atMost: caller.accessPerDay, in: person.environment, at: now)
      }
      switch outcome {
      case .given(let held, let isNew):
        if isNew { log("access given", held, context) }
        return context.entry.response(
          momentary: AccessAnswer(held, isChanged: isNew, now: now).content)
      case .unknownCustomer: continue
      case .severalCustomers(let count): throw person.isSeveral(count)
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
    throw person.isUnknown
  }

  private func list(
    _ person: NamedPerson, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let now = now()
    let found = try await failures.asking { () async throws(LedgerFailure) in
      var found: [HeldAccess] = []
      for name in person.names {
        found += try await ledger.givenAccess(
          to: name, user: name.user, in: person.environment)
      }
      return found
    }
    let records = found.map { AccessAnswer($0, now: now).content }
    return context.entry.response(momentary: .members(("access", records)))
  }

  private func revoke(
    _ id: String, from source: GivenAccess.Source, of person: NamedPerson, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let now = now()
    for name in person.names {
      let revoked = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.revokeAccess(id, from: source, of: name, in: person.environment, at: now)
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
