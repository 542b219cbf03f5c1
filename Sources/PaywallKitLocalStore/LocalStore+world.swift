public import PaywallKit

// The events outside of the app, for tests and examples. The page of the store and the commands of
// `local-app-store` do the same.
extension LocalStore {
  /// Causes an event in the local App Store.
  ///
  /// - Parameters:
  ///   - cause: the last part of one of its paths, such as `refund`.
  ///   - members: the members of the body, with `customer` where the path needs it.
  /// - Returns: the result, as JSON.
  /// - Throws: `other` with the words of a refusal, `unreachable` without a store.
  @discardableResult
  public func perform(
    _ cause: String, _ members: [String: JSONValue] = [:]
  ) async throws(StoreFailure) -> JSONValue {
    do throws(StoreProblem) {
      return try await connection.post(cause, members)
    } catch {
      throw error.failure
    }
  }

  /// Moves the clock: events that fall due happen in order, and servers are notified.
  ///
  /// - Parameter period: an ISO 8601 duration, such as `P1M`.
  public func advance(by period: String) async throws(StoreFailure) {
    try await perform("advance", ["by": .string(period)])
  }

  /// Turns the renewal of a product off, or on again.
  public func setRenewal(_ isOn: Bool, of product: String) async throws(StoreFailure) {
    try await perform(
      isOn ? "resume" : "cancel", ["product": .string(product), "customer": .string(customer)])
  }

  /// Sets whether the customer's card can be charged from now on.
  public func setCard(works: Bool) async throws(StoreFailure) {
    try await perform("card", ["works": .boolean(works), "customer": .string(customer)])
  }

  /// Refunds a transaction.
  public func refund(_ id: UInt64) async throws(StoreFailure) {
    try await perform("refund", ["transaction": .string(String(id))])
  }
}
