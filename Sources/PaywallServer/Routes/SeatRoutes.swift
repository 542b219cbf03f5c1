import AppStoreServerAPI
package import AppStoreSync
package import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
package import PaywallAPI
package import PaywallCatalog
import Subscribers

/// Claims seats for members of groups, gives them back, and shows who has them.
struct SeatRoutes {
  /// `nil` without a key.
  let client: AppStoreClient?
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let logger: Logger
  let now: @Sendable () -> Timestamp

  func add(to server: RouteGroup<ServerCaller>) {
    server.on(.seatClaim) { request, context in
      let purchase = try SeatPurchase(request, context)
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try SeatClaimRequest($0)
      }
      let member = SeatMember(userId: body.userId, appTransactionId: body.appTransactionId)
      return try await change("a seat was claimed", purchase, context) {
        seats async throws(SeatFailure) in
        try await seats.claim(
          for: member, of: purchase.id, requestIdentifier: body.requestIdentifier)
      }
    }
    server.on(.seatsShow) { request, context in
      try await show(SeatPurchase(request, context), context)
    }
    server.on(.seatUnclaim) { request, context in
      let purchase = try SeatPurchase(request, context)
      let seat = try context.parameters.decoded("seat", "seat")
      return try await change("a seat was given back", purchase, context) {
        seats async throws(SeatFailure) in
        try await seats.unclaim(seat, of: purchase.id)
      }
    }
    server.on(.seatAssociate) { request, context in
      let purchase = try SeatPurchase(request, context)
      let seat = try context.parameters.decoded("seat", "seat")
      let body = try await request.body(.plain, of: context.caller, context.entry) {
        try SeatAssociationRequest($0)
      }
      return try await change("a seat was associated", purchase, context) {
        seats async throws(SeatFailure) in
        try await seats.associate(seat, of: purchase.id, with: body.appTransactionId)
      }
    }
  }

  private func show(
    _ purchase: SeatPurchase, _ context: ServerCaller
  ) async throws(Problem) -> Response {
    let found = try await asking(purchase) { seats async throws(SeatFailure) in
      try await seats.overview(of: purchase.id)
    }
    return context.entry.response(momentary: SeatOverviewAnswer(found, at: now()).content)
  }

  private func change(
    _ message: Logger.Message, _ purchase: SeatPurchase, _ context: ServerCaller,
    _ work: (GroupSeats) async throws(SeatFailure) -> GroupSeats.Change
  ) async throws(Problem) -> Response {
    let change = try await asking(purchase, work)
    if change.isNew {
      logger.notice(
        message,
        metadata: context.entry.metadata([
          "caller": "\(context.caller.name)", "seat": "\(change.seat.claim.id)",
          "environment": "\(purchase.environment.rawValue)",
        ]))
    }
    return context.entry.response(
      momentary: SeatAnswer(change.seat, isChanged: change.isNew, now: now()).content)
  }

  private func asking<Value>(
    _ purchase: SeatPurchase, _ work: (GroupSeats) async throws(SeatFailure) -> Value
  ) async throws(Problem) -> Value {
    guard let client else { throw Problem.appStoreNotConfigured }
    do throws(SeatFailure) {
      return try await work(GroupSeats(client, ledger, in: purchase.environment, now: now))
    } catch {
      if case .ledger(let failure) = error { throw failures.problem(failure) }
      throw Problem(error)
    }
  }
}

/// The purchase that the path of a request names.
private struct SeatPurchase: Sendable {
  let id: String
  let environment: AppStoreEnvironment

  init(_ request: Request, _ context: ServerCaller) throws(Problem) {
    id = try context.parameters.decoded("transaction", "transaction id")
    environment = try request.environment() ?? .production
  }
}

extension SeatOverviewAnswer {
  package init(_ overview: SeatOverview, at now: Timestamp) {
    self.init(
      total: overview.counts.total, available: overview.counts.available,
      claimed: overview.counts.claimIds.count,
      seats: overview.seats.map {
        SeatAnswer($0, isClaimed: overview.isClaimed($0), now: now)
      }, unrecorded: overview.unrecorded)
  }
}

extension Problem {
  /// The refusal, for requests and for commands.
  package init(_ failure: SeatFailure) {
    switch failure {
    case .appStore(let error): self.init(ofSeats: error)
    case .ledger(let failure): self.init(failure)
    case .taken:
      self.init(
        .seatTaken,
        "The claim is another person's, or the person has another seat of this purchase: look at the seats, and unclaim one first."
      )
    case .unknown:
      self.init(.unknownSeat, "No such claim of this purchase is recorded: look at its seats.")
    case .ended:
      self.init(
        .seatEnded, "The claim has ended: claim a new seat, with another 'requestIdentifier'.")
    }
  }

  private init(ofSeats error: AppStoreAPIError) {
    let code: Code? =
      if case .notOpen = error.reason {
        .seatsNotOpen
      } else {
        switch error.code?.known {
        case .notDeveloperManaged: .seatsNotManaged
        case .bundleNotSupported: .seatsOfBundle
        case .noAvailableSeats: .noSeatLeft
        case .seatClaimNotFound: .unknownSeat
        case .appTransactionIdNotFound: .unknownCustomer
        case .transactionIdNotFound, .originalTransactionIdNotFound: .unknownTransaction
        default: nil
        }
      }
    guard let code else {
      self.init(error)
      return
    }
    let words = [error.detail, error.help].compactMap(\.self).map {
      $0.prefix(1).uppercased() + $0.dropFirst() + "."
    }
    self.init(code, words.joined(separator: " "))
  }
}
