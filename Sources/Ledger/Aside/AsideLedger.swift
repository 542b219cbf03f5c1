package import AppStore
package import PaywallCatalog

/// Notifications of Apple that name no app. They change no customer, and are no sign of life.
package protocol AsideLedger: Sendable {
  /// Keeps a notification aside, at most `KeptAside.Limit` of them.
  func keepAside(
    _ notification: UnownedNotification, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended

  /// At most `limit` with a number greater than `number`, in the order in which they came.
  func keptAside(after number: Int64, limit: Int) async throws(LedgerFailure) -> [KeptAside]

  /// Ends the keeping of one that a newer version could read.
  func removeKeptAside(_ uuid: String) async throws(LedgerFailure)
}
