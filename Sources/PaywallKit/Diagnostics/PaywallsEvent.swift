/// Something for the log of the app. It needs no action.
public enum PaywallsEvent: Hashable, Sendable {
  /// The server did not answer a request for these placements.
  case networkFailed(placements: [String], NetworkFailure)
  /// The app's evidence did not come within half of the budget; a placement was requested without
  /// it.
  case evidenceMissing
  /// Something could not be stored or read; it is kept in memory.
  case storageFailed(String)
  /// A bundle is not trusted, and is not used.
  case bundleRejected(String)
  /// The bundle of a release was fetched and verified.
  case bundleUpdated(release: String)
  /// Exposures were dropped: too many waited, or the server will never accept them.
  case exposuresDropped(count: Int, because: String)
  /// An exposure was reported, but does not fit the server's assignment; with the server's word.
  case exposureRefused(id: String, outcome: String)
  /// The server does not link the anonymous visitor with the user. A new anonymous id was made if
  /// the code is `aliasTaken`.
  case aliasRefused(ServerProblem)
  /// StoreKit could not verify a transaction: nothing is unlocked, and nothing was reported.
  case transactionUnverified(id: UInt64)
  /// The server refused a purchase. It is sent again in the next start of the app.
  case purchaseRefused(ServerProblem)
}
