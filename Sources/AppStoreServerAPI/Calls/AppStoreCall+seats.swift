import PaywallTextCoding

/// A seat for a member of a group whom the team's server invited.
package struct SeatRequest: Hashable, Sendable {
  /// The subscription of the one who pays.
  package var originalTransactionId: String
  /// Apple makes one claim for each; at most 128 characters.
  package var requestIdentifier: String
  /// The member, if their app is known.
  package var appTransactionId: String?

  package init(
    originalTransactionId: String, requestIdentifier: String, appTransactionId: String? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.requestIdentifier = requestIdentifier
    self.appTransactionId = appTransactionId
  }
}

extension AppStoreCall {
  static func seats(_ id: String) -> AppStoreCall { AppStoreCall(.seats, .get, path(id)) }

  /// Apple knows a repeated one by its request identifier.
  static func claimSeat(_ request: SeatRequest) -> AppStoreCall {
    let body = JSONMembers {
      $0.text("requestIdentifier", request.requestIdentifier)
      $0.text("appTransactionId", request.appTransactionId)
    }
    return AppStoreCall(
      .claimSeat, .post, path(request.originalTransactionId), body: body.bytes)
  }

  static func unclaimSeat(_ claim: String, of id: String) -> AppStoreCall {
    AppStoreCall(.unclaimSeat, .delete, path(id) + [claim])
  }

  static func associateSeat(
    _ claim: String, of id: String, with appTransactionId: String
  ) -> AppStoreCall {
    AppStoreCall(
      .associateSeat, .post, path(id) + [claim, "associate"],
      body: JSONMembers { $0.text("appTransactionId", appTransactionId) }.bytes)
  }

  private static func path(_ id: String) -> [String] {
    ["groups", "v1", "transactions", id, "seats"]
  }
}
