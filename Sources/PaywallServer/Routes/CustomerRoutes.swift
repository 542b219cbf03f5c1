import AppStore
import ExperimentReports
import HTTPDocuments
import HTTPTransport
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Subscribers

/// Shows a customer's purchases and entitlements, records purchases, and erases persons.
struct CustomerRoutes {
  let customers: CustomerResolver
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.customerShow, as: { try CustomerRequest($0, listsPurchases: true) }) {
      try await customer($0, $1.caller, $1.entry)
    }
    visitor.on(.transactionsPost, as: PurchasesRequest.init) {
      try await keep($0, $1.caller, $1.entry)
    }
  }

  func add(to server: RouteGroup<ServerCaller>) {
    server.on(.customerDelete) { request, context in
      try await forget(request, context)
    }
  }

  private func customer(
    _ body: CustomerRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = now()
    let environment = try EvaluationContext.environment(of: body.attributes)
    if let named = body.asker.customer, caller.role.includes(.server) {
      let (name, environment) = try customers.name(named, environment)
      guard let histories = try await customers.histories(of: name, in: environment) else {
        throw Problem(LedgerFailure.unavailable(""))
      }
      let given = try await given(to: name, user: name.user, environment)
      guard !histories.isEmpty || given != nil else { throw Problem.unknownCustomer }
      let listed = try await listed(name, in: environment, after: body.purchasesAfter)
      return answer(histories, given, user: name.user, caller, entry, listed: listed, at: now)
    }
    let (resolution, leftOut) = try await customers.find(
      body.asker, for: caller, entry, implied: NamedCustomer(impliedBy: body.attributes),
      environment: environment, at: now)
    await customers.keepOrQueue(resolution, at: now)
    customers.seeBeside(
      customers.sighting(
        of: body.attributes, provedBy: body.userProof, with: resolution.evidence, on: .customer,
        caller, entry))
    let user = entry.knownUser(body.attributes, body.userProof, caller)
    // A proof is evidence about the user id, and about no customer of Apple.
    if case .nobody = resolution, let user, !caller.role.includes(.server) {
      return answer(
        [],
        try await given(to: nil, user: user, environment)
          ?? CustomerHistory(environment: environment), user: nil, caller, entry,
        without: leftOut, at: now)
    }
    let customer = try customers.required(resolution, caller)
    let given = try await given(
      to: .identity(customer.identity), user: user, customer.environment)
    return answer(
      [customer.history], given, user: Self.account(body.attributes, caller), caller, entry,
      without: leftOut,
      listed: try await listed(of: customer, after: body.purchasesAfter, for: caller),
      at: now)
  }

  /// Verifies, stores, and answers as `customer`. Links a user for a server, or if the id is the
  /// account that Apple vouches for.
  private func keep(
    _ body: PurchasesRequest, _ caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = now()
    let judged = try await customers.judge(body.evidence, for: caller, entry, at: now)
    guard let evidence = judged.evidence else {
      throw judged.leftOut.first?.problem
        ?? Problem(
          .missingMember,
          "Send what StoreKit signed: 'transactions', 'renewalInfo' or 'appTransaction'.",
          field: "transactions")
    }
    let standing = body.userId.map {
      entry.standing(of: $0, provedBy: body.userProof, for: caller)
    }
    let sighting = customers.sighting(
      of: body.attributes, userId: body.userId, provedBy: body.userProof, standing: standing,
      with: evidence, on: .transaction, caller, entry)
    let user: String?
    do throws(Problem) {
      user = try linked(body, standing, evidence, caller)
    } catch {
      await customers.keepOrQueue(evidence, at: now)
      await customers.see(sighting, at: now)
      throw error
    }
    do throws(LedgerFailure) {
      let history = try await ledger.append(evidence, user: user, at: now)
      await customers.see(sighting, at: now)
      guard evidence.isOfOurApp || caller.role.includes(.server) else {
        return entry.response(
          momentary: Content.members(("kept", evidence.renewals.count)).json.telling(judged.leftOut)
        )
      }
      let given = try await ledger.givenHistory(
        of: .identity(evidence.ownerIdentity),
        user: body.userId.flatMap { entry.knownUser($0, body.userProof, caller) }
          ?? entry.knownUser(body.attributes, body.userProof, caller), in: evidence.environment)
      return answer(
        [history], given, user: Self.account(body.attributes, caller), caller, entry,
        without: judged.leftOut, at: now)
    } catch {
      // The transaction beside a renewal info may have been left out.
      if error == .renewalInfoWithoutTransaction, let first = judged.leftOut.first {
        throw first.problem
      }
      throw failures.problem(error)
    }
  }

  /// An app narrows the answer about its evidence to one account, so that who logs in on the device of
  /// another is not shown their purchases. Empty: to purchases without an account.
  private static func account(
    _ attributes: [String: RawAttribute], _ caller: Caller
  ) -> String? {
    guard !caller.role.includes(.server), case .text(let account)? = attributes["appAccountToken"],
      !PlaceholderId.contains(account)
    else { return nil }
    return account
  }

  /// The user to link; for an app, only one that the evidence names.
  private func linked(
    _ body: PurchasesRequest, _ standing: UserStanding?, _ evidence: Evidence, _ caller: Caller
  ) throws(Problem) -> String? {
    guard let id = body.userId, let standing, !caller.role.includes(.server) else {
      return body.userId
    }
    guard standing == .counts else { throw Problem.userProofRequired(standing) }
    let accounts = evidence.history.transactions.compactMap(\.appAccountToken)
    guard accounts.contains(where: { $0 == id.lowercased() }) else {
      throw Problem(
        .roleRequired,
        "An app may link only a user whose id is the appAccountToken of a transaction it sends; link others through your server.",
        field: "userId")
    }
    return id.lowercased()
  }

  /// Reads what customers and a user id were given; `nil` if there is no record of any.
  private func given(
    to name: CustomerName?, user: String?, _ environment: AppStoreEnvironment
  ) async throws(Problem) -> CustomerHistory? {
    try await failures.asking { () async throws(LedgerFailure) in
      try await ledger.givenHistory(of: name, user: user, in: environment)
    }
  }

  private func answer(
    _ histories: [CustomerHistory], _ given: CustomerHistory?, user: String?, _ caller: Caller,
    _ entry: RequestScope.Entry,
    without leftOut: [LeftOutText] = [], listed: ListedPurchases? = nil, at now: Timestamp
  ) -> Response {
    entry.response(
      momentary: CustomerAnswer(
        histories: histories + [given].compactMap(\.self), user: user,
        snapshot: entry.release.snapshot,
        showsIds: caller.role.includes(.server), listed: listed, now: now
      ).content.json.telling(leftOut))
  }

  /// `?by=userId` or `?by=appAccountToken` for a user; without it the id is Apple's. Without
  /// `environment`, the person is erased in all of them.
  private func forget(
    _ request: Request, _ context: ServerCaller
  ) async throws -> Response {
    let by = request.queryItem("by")
    let names = try request.customerNames(try context.parameters.decoded("id"))
    let environments = try request.environment().map { [$0] } ?? AppStoreEnvironment.allCases
    let all = request.queryItem("all") ?? "false"
    guard all == "true" || all == "false" else {
      throw Problem(.malformedQuery, "'all' is true or false.", field: "all")
    }
    if by != nil, all == "false" {
      try await checkIsOne(names, in: environments)
    }
    let isVisitor = try await isRecorded(names, in: environments)
    let erased = try await forget(names, in: environments, context.entry.release.snapshot)
    guard erased > 0 || isVisitor else { throw Problem.unknownCustomer }
    logger.notice(
      "customer forgotten",
      metadata: context.entry.metadata([
        "caller": "\(context.caller.name)",
        "customers": "\(erased)",
      ]))
    return Response(momentary: .members(("erased", erased)))
  }

  /// A user may map to several customers, and a shared device's customer to several users.
  private func checkIsOne(
    _ names: [CustomerName], in environments: [AppStoreEnvironment]
  ) async throws(Problem) {
    for environment in environments {
      for name in names {
        guard let histories = try await customers.histories(of: name, in: environment) else {
          throw Problem(LedgerFailure.unavailable(""))
        }
        guard histories.count <= 1 else {
          throw Problem(
            .ambiguousCustomer,
            "The user is linked to \(histories.count) customers in \(environment.rawValue). Erase one by its appTransactionId, or all of them with 'all=true'.",
            field: "id")
        }
      }
    }
  }

  /// Whether a user has recorded assignments: one without purchases may.
  private func isRecorded(
    _ names: [CustomerName], in environments: [AppStoreEnvironment]
  ) async throws(Problem) -> Bool {
    for environment in environments {
      for case .user(let user) in names {
        let isRecorded = try await failures.asking { () async throws(LedgerFailure) in
          try await ledger.isRecorded(user, in: environment)
        }
        if isRecorded { return true }
      }
    }
    return false
  }

  private func forget(
    _ names: [CustomerName], in environments: [AppStoreEnvironment], _ snapshot: Snapshot
  ) async throws(Problem) -> Int {
    try await failures.asking { () async throws(LedgerFailure) in
      let now = now()
      var erased = 0
      let terms = try await ErasureTerms(snapshot, of: ledger, at: now)
      for environment in environments {
        for name in names {
          erased += try await ledger.forget(name, in: environment, at: now, leaving: terms)
        }
      }
      return erased
    }
  }
}
