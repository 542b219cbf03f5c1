import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog

/// Takes the team's server's reports, from which requests for refunds are answered.
struct ConsumptionRoute {
  let customers: CustomerResolver
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to server: RouteGroup<ServerCaller>) {
    server.on(.consumptionPost) { request, context in
      let names = try request.customerNames(try context.parameters.decoded("id"))
      let environment = try request.environment() ?? .production
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try ConsumptionRequest($0)
      }
      return try await keep(body, names, environment, context)
    }
  }

  private func keep(
    _ body: ConsumptionRequest, _ names: [CustomerName], _ environment: AppStoreEnvironment,
    _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let now = now()
    for name in names {
      let outcome = try await failures.asking { () async throws(LedgerFailure) in
        try await ledger.keep(body.report(at: now), of: name, in: environment, at: now)
      }
      if let requests = try requests(outcome, environment) {
        logger.info(
          "consumption report",
          metadata: context.entry.metadata([
            "caller": "\(context.caller.name)", "environment": "\(environment.rawValue)",
            "consented": "\(body.customerConsented)", "requests": "\(requests)",
          ]))
        return context.entry.response(momentary: .members(("openRequests", requests)))
      }
    }
    throw Problem.unknownCustomer
  }

  /// `nil` for a customer who is not known by this name.
  private func requests(
    _ outcome: ReportOutcome, _ environment: AppStoreEnvironment
  ) throws(Problem) -> Int? {
    switch outcome {
    case .kept(let requests): return requests
    case .unknownCustomer: return nil
    case .unknownTransaction:
      throw Problem(
        .unknownTransaction,
        "The customer has no transaction of this id in \(environment.rawValue).",
        field: "transactionId")
    case .severalCustomers(let count):
      throw Problem(
        .ambiguousCustomer,
        "The user is linked to \(count) customers in \(environment.rawValue). Name one by its appTransactionId, or the purchase with 'transactionId'.",
        field: "id")
    case .shareOfSubscription:
      throw Problem(
        .shareOfSubscription, "Leave it out: this purchase is an auto-renewable subscription.",
        field: "consumptionPercentage")
    }
  }
}
