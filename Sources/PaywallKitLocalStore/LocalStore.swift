public import Foundation
public import PaywallKit

/// The App Store of one customer, served by `local-app-store serve`: products, payment sheets, renewals and
/// signed texts as on a device, on a machine without StoreKit.
///
/// ```swift
/// let store = try await LocalStore(storeURL, customer: "ada")
/// let configuration = Paywalls.Configuration(server: server, clientKey: nil, store: store)
/// ```
///
/// It is for development and tests: no app that is shipped links it.
public struct LocalStore: PurchaseStore {
  /// The id of the customer in the local App Store.
  public let customer: String
  let connection: StoreConnection

  /// Connects to a local App Store, and adds the customer if they are new there.
  ///
  /// - Parameters:
  ///   - url: the address that `local-app-store serve` prints, such as `http://127.0.0.1:8090`.
  ///   - token: the token of a store that others can reach, too.
  ///   - storefront: the country of a new customer, by ISO 3166-1 (alpha-3, such as `DEU`).
  /// - Throws: `unreachable` if there is no local App Store, `other` with the words of its refusal.
  public init(
    _ url: URL, customer: String, token: String? = nil, storefront: String = "USA"
  ) async throws(StoreFailure) {
    self.customer = customer
    connection = StoreConnection(url: url, token: token)
    do throws(StoreProblem) {
      try await connection.post(
        "customer", ["id": .string(customer), "storefront": .string(storefront)])
    } catch {
      guard error.code == "customerExists" else { throw error.failure }
    }
  }

  /// Returns the texts that the device has now; with `known` once those have changed.
  func held(after known: Int? = nil) async throws(StoreProblem) -> HeldTexts {
    var query = [URLQueryItem(name: "customer", value: customer)]
    if let known { query.append(URLQueryItem(name: "after", value: String(known))) }
    return HeldTexts(try await connection.get("signed", query))
  }
}
