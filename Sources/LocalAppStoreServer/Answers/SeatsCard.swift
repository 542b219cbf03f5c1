import LocalAppStore

/// The seats of a subscription.
package struct SeatsCard: Codable, Hashable, Sendable {
  /// The seats of the present period that are not refunded.
  package var held: Int
  /// The seats that renew next.
  package var renewing: Int?
  /// `APPLE` or `DEVELOPER`.
  package var invitations: String
  /// Ids of the customers who have a seat beside the payer.
  package var holders: [String]
  /// Apple's ids of the seats that the app's server claimed.
  package var claims: [String]

  init?(_ subscription: StoreSubscription, in world: World) {
    guard let held = subscription.seats, let seats = subscription.current.seats else { return nil }
    self.held = held
    renewing = subscription.nextSeats
    invitations = seats.invitations.rawValue
    holders = world.holderIds(of: subscription)
    claims = subscription.holders.compactMap(\.claimId)
  }
}

/// The bundle that a subscription is part of.
package struct BundleCard: Codable, Hashable, Sendable {
  package var product: String
  /// Whether the subscription goes on without it from the next renewal on.
  package var isLeft: Bool
}
