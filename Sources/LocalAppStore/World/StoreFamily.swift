/// Apple Accounts that share purchases.
package struct StoreFamily: Hashable, Sendable {
  /// Indices of customers, the organizer first.
  var members: [Int]

  /// The organizer and up to five others.
  static let mostMembers = 6
}
