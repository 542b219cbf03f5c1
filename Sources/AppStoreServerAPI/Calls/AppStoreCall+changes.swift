import PaywallTextCoding
import Subscribers

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension AppStoreCall {
  /// A call that is made twice sends two notifications.
  static let requestTest = AppStoreCall(
    .requestTest, .post, ["inApps", "v1", "notifications", "test"], mayRepeat: false)

  static func consumption(_ id: String, _ answer: RefundAnswer) -> AppStoreCall {
    AppStoreCall(
      .consumption, .put, ["inApps", "v2", "transactions", "consumption", id], body: answer.json)
  }

  /// Apple knows a repeated one by its request identifier.
  package static func extend(_ id: String, _ request: RenewalExtension) -> AppStoreCall {
    AppStoreCall(
      .extend, .put, ["inApps", "v1", "subscriptions", "extend", id], body: request.json)
  }

  /// Nothing says that Apple knows a repeated one; its status can be asked.
  package static func extendAll(_ request: MassRenewalExtension) -> AppStoreCall {
    AppStoreCall(
      .extendAll, .post, ["inApps", "v1", "subscriptions", "extend", "mass"], body: request.json,
      mayRepeat: false)
  }

  package static func setAccountToken(_ token: UUID, of id: String) -> AppStoreCall {
    AppStoreCall(
      .accountToken, .put, ["inApps", "v1", "transactions", id, "appAccountToken"],
      body: JSONMembers { $0.text("appAccountToken", token.uuidString.lowercased()) }.bytes)
  }

  package static func finish(_ id: String) -> AppStoreCall {
    AppStoreCall(.finish, .post, ["inApps", "v1", "transactions", id, "finish"])
  }
}
