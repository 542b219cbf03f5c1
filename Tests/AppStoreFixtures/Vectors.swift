package import Foundation

/// The vectors that were made with Apple's own library.
package enum Vectors {
  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Vectors/\(name).json"))
  }

  /// The made-up root, intermediate and leaf. TEST ONLY.
  package static func pki() throws -> PKI { try read("pki") }

  /// Objects to accept; what to do with `accept-or-reject` is ours.
  package static func accepted() throws -> [SignedObject] {
    try read("accepted", as: Objects.self).objects
  }

  package static func rejected() throws -> [SignedObject] {
    try read("rejected", as: Objects.self).objects
  }

  /// Genuine notifications with a text inside that must be rejected.
  package static func nested() throws -> [SignedObject] {
    try read("rejected", as: Objects.self).nested ?? []
  }

  /// In the order of their stories.
  package static func notifications() throws -> [NotificationVector] {
    try read("notifications", as: Notifications.self).notifications
  }

  package static func deliveries() throws -> [Delivery] {
    try read("deliveries", as: Deliveries.self).cases
  }

  private static func read<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(type, from: data(name))
  }

  private struct Objects: Decodable {
    var objects: [SignedObject]
    var nested: [SignedObject]?
  }

  private struct Notifications: Decodable { var notifications: [NotificationVector] }

  private struct Deliveries: Decodable { var cases: [Delivery] }
}
