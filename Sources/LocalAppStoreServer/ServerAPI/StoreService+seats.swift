import LocalAppStore

// Apple's calls about the seats that the app's server manages. Apple has them in the sandbox only.
extension StoreService {
  func seats(_ id: String) throws -> AppleAnswers.Seats {
    try checkIsSandbox()
    do throws(StoreRefusal) {
      let counts = try world.seatCounts(of: id)
      return .init(
        totalSeatCount: counts.total, availableSeatCount: counts.available,
        assignedSeatClaimIds: counts.claims)
    } catch {
      throw AppleError(error)
    }
  }

  func claimSeat(_ id: String, _ body: AppleBody) async throws -> AppleAnswers.Single {
    try checkIsSandbox()
    guard let request = try body.text("requestIdentifier", or: .invalidRequestIdentifier),
      AppleText.isRequestIdentifier(request)
    else { throw AppleError.invalidRequestIdentifier }
    let member = try body.text("appTransactionId", or: .appTransactionIdNotFound)
    return try await change { store in
      let claim = try store.world.claimSeat(of: id, request: request, appTransactionId: member)
      return ["seatClaimId": claim]
    }
  }

  func unclaimSeat(_ claim: String, of id: String) async throws {
    try checkIsSandbox()
    try await change { try $0.world.unclaimSeat(claim, of: id) }
  }

  func associateSeat(_ claim: String, of id: String, _ body: AppleBody) async throws {
    try checkIsSandbox()
    guard let member = try body.text("appTransactionId", or: .appTransactionIdNotFound) else {
      throw AppleError.appTransactionIdNotFound
    }
    try await change { try $0.world.associateSeat(claim, of: id, with: member) }
  }

  private func checkIsSandbox() throws(AppleError) {
    guard world.settings.environment == .sandbox else { throw .notServed("seats in production") }
  }
}
