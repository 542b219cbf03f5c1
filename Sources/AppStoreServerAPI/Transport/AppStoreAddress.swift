package import PaywallCatalog

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address of an environment: `https`, or `http` on this machine.
package struct AppStoreAddress: Hashable, Sendable, CustomStringConvertible {
  /// Without a slash at its end.
  package let url: String

  /// `nil` for an address with a path, a user or a query, or one that others could listen to.
  package init?(_ text: String) {
    guard let url = URL(string: text), let host = url.host(), !host.isEmpty,
      ["", "/"].contains(url.path), url.query == nil, url.fragment == nil, url.user == nil
    else { return nil }
    switch url.scheme?.lowercased() {
    case "https": break
    case "http" where Self.isLoopback(host): break
    default: return nil
    }
    self.url = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private init(apple host: StaticString) { url = "https://\(host)" }

  package var description: String { url }

  /// True if requests stay on this machine.
  package var isOnThisMachine: Bool { URL(string: url)?.host().map(Self.isLoopback) ?? false }

  package static let production = AppStoreAddress(apple: "api.storekit.apple.com")
  package static let sandbox = AppStoreAddress(apple: "api.storekit-sandbox.apple.com")
  private static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
      }
  }
}

extension AppStoreAddress {
  /// Reads `production=https://…`.
  package static func named(
    _ text: String
  ) -> (environment: AppStoreEnvironment, address: AppStoreAddress)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let environment = AppStoreEnvironment(rawValue: parts[0]),
      environment != .xcode, let address = AppStoreAddress(parts[1])
    else { return nil }
    return (environment, address)
  }
}
