import Ledger
import PaywallCatalog
import TestSupport

extension World {
  /// Lets one thing happen that changes who is whose, what they saw, or what they bought; some of it
  /// to persons who are there, some of it to new ones.
  mutating func step(in ledger: any Ledger) async throws {
    let (one, other) = (random.below(people), random.below(people))
    let at = start.adding(milliseconds: Int64(random.below(15 * Int(day))))
    let user = random.chance(50) ? "user-\(one)" : Self.token(one)
    let device = ["device-\(other)", "tablet-\(one)", Self.token(one).uppercased()][random.below(3)]
    switch random.below(12) {
    case 0, 1: try await person(random.below(people + 20), in: ledger)
    case 2, 3:
      try await expose(
        random.chance(50) ? device : user, isUser: random.chance(40),
        random.chance(50) ? "control" : "trial", at, ledger)
    case 4: try await buy("c\(one)", random.chance(40) ? user : nil, from: at, ledger)
    case 5:
      _ = try await ledger.link(
        user, to: .appTransactionId("c\(other)"), in: .production, at: asOf)
    case 6:
      _ = try await ledger.alias(
        device, to: user, vouchedBy: [.server, .proof, .client][random.below(3)],
        in: .production, at: at)
    case 7, 8:
      _ = try await ledger.record(
        claim(
          "c\(one)", user: random.chance(30) ? user : nil, anonymous: device,
          by: random.chance(30) ? .server : .client), at: at)
    case 9:
      _ = try await ledger.forget(
        random.chance(50) ? .appTransactionId("c\(one)") : .user(user), in: .production, at: asOf)
    case 10:
      // One customer after another under one constant token, and one user under many.
      try await buy("c\(other)", Self.token(0), from: at, ledger)
    default:
      try await expose(Self.token(one), isUser: random.chance(50), "trial", at, ledger)
    }
  }
}

extension SplitMix {
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
