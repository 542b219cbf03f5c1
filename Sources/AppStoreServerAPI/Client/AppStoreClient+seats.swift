package import PaywallCatalog

// Seats of purchases with developer-hosted invitations. Apple has these calls in the sandbox only.
extension AppStoreClient {
  package func seats(
    of originalTransactionId: String, in environment: AppStoreEnvironment,
    priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<SeatCounts> {
    try Self.checkAreOpen(in: environment, .seats)
    return try await answer(to: .seats(originalTransactionId), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.seats(body)
    }
  }

  /// - Returns: Apple's `seatClaimId`, the same for the same request identifier.
  package func claimSeat(
    _ request: SeatRequest, in environment: AppStoreEnvironment, priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<String> {
    try Self.checkAreOpen(in: environment, .claimSeat)
    guard (1...128).contains(request.requestIdentifier.utf8.count) else {
      throw .invalid("a request identifier has 1 to 128 characters", .claimSeat)
    }
    return try await answer(to: .claimSeat(request), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try body.text("seatClaimId")
    }
  }

  package func unclaimSeat(
    _ claim: String, of originalTransactionId: String, in environment: AppStoreEnvironment,
    priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try Self.checkAreOpen(in: environment, .unclaimSeat)
    return try await done(
      .unclaimSeat(claim, of: originalTransactionId), in: environment, priority)
  }

  /// Tells Apple which customer has a claimed seat.
  package func associateSeat(
    _ claim: String, of originalTransactionId: String, with appTransactionId: String,
    in environment: AppStoreEnvironment, priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try Self.checkAreOpen(in: environment, .associateSeat)
    return try await done(
      .associateSeat(claim, of: originalTransactionId, with: appTransactionId), in: environment,
      priority)
  }

  /// The end of this limit is a change of Apple's, and then of this line.
  private static func checkAreOpen(
    in environment: AppStoreEnvironment, _ endpoint: AppStoreEndpoint
  ) throws(AppStoreAPIError) {
    guard environment == .sandbox else {
      throw AppStoreAPIError(.notOpen(environment), endpoint, in: environment)
    }
  }
}
