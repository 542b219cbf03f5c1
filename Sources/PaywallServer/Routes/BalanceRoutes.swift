import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import Subscribers

/// Shows balances, and changes them for the team's servers.
struct BalanceRoutes {
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let logger: Logger
  let now: @Sendable () -> Timestamp

  /// How many postings an answer has at most.
  private static let newest = 50

  func add(to server: RouteGroup<ServerCaller>) {
    server.on(.balancePost) { request, context in
      let person = try NamedPerson(request, context)
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try BalanceRequest($0)
      }
      return try await change(body, of: person, context)
    }
    server.on(.balanceShow) { request, context in
      let person = try NamedPerson(request, context)
      for name in person.names {
        if let held = try await balance(of: name, person) {
          return context.entry.response(momentary: answer(held).content)
        }
      }
      throw person.isUnknown
    }
  }

  private func change(
    _ body: BalanceRequest, of person: NamedPerson, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let (now, caller) = (now(), context.caller)
    let refusal = context.entry.release.snapshot.refusal(ofCurrency: body.currency)
    if body.kind == .correction {
      guard caller.role.includes(.admin) else {
        throw Problem(
          .roleRequired,
          "A correction needs a key of the role admin; this one's is '\(caller.role.rawValue)'.",
          field: "kind")
      }
      if let refusal { throw refusal }
    }
    let change = BalanceChange(
      currency: body.currency, amount: body.kind == .spend ? -body.amount : body.amount,
      cause: body.kind == .spend ? .spend : .correction, id: body.id, reason: body.reason,
      author: caller.name)
    for name in person.names {
      let outcome = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.post(change, to: name, in: person.environment, at: now)
      }
      switch outcome {
      case .posted(_, let isNew):
        if isNew { log(change, person, context) }
        guard let held = try await balance(of: name, person) else { continue }
        return context.entry.response(momentary: answer(held, isChanged: isNew).content)
      case .unknownCustomer: continue
      case .severalCustomers(let count): throw person.isSeveral(count)
      case .insufficient(let balance):
        // The rest of a currency that the configuration has dropped can be spent.
        if balance == 0, let refusal { throw refusal }
        throw Problem(
          .insufficientBalance,
          "The balance is \(balance) '\(body.currency.prefix(64))', less than \(change.amount.magnitude): nothing was taken away.",
          field: "amount")
      case .tooMuch(let balance):
        throw Problem(
          .balanceOutOfRange,
          "The balance is \(balance), and may be \(Posting.most) at most.", field: "amount")
      case .otherRequest:
        throw Problem(
          .idReused,
          "'\(body.id.prefix(64))' names a change of another amount, currency, kind or person: send another 'id', or the same request again.",
          field: "id")
      }
    }
    throw person.isUnknown
  }

  private func balance(
    of name: CustomerName, _ person: NamedPerson
  ) async throws(Problem) -> HeldBalance? {
    try await failures.asking { () async throws(LedgerFailure) in
      try await ledger.balance(of: name, in: person.environment, newest: Self.newest)
    }
  }

  private func answer(_ held: HeldBalance, isChanged: Bool? = nil) -> BalanceAnswer {
    BalanceAnswer(in: held.environment, held.balances, held.postings, isChanged: isChanged)
  }

  private func log(_ change: BalanceChange, _ person: NamedPerson, _ context: ServerCaller) {
    logger.notice(
      "balance changed",
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)", "change": "\(change.id)",
        "currency": "\(change.currency)", "amount": "\(change.amount)",
        "environment": "\(person.environment.rawValue)",
      ]))
  }
}
