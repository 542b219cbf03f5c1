import Crypto
package import PaywallCatalog
import PaywallTextCoding
package import Subscribers

/// A change that webhooks tell, derived from a fact.
package struct WebhookEvent: Hashable, Sendable {
  /// The same whichever way the fact came, however often, and on whichever node.
  package let id: String
  package let type: WebhookEventType
  /// `nil` if it is about no environment.
  package let environment: AppStoreEnvironment?
  /// When it happened, by Apple.
  package let at: Timestamp
  /// The member `data` of the body: a JSON object.
  package let data: String

  /// The identity of a change by Apple's names, or by those of the source of given access.
  package enum Identity {
    /// A purchase or a period, by its chain and the name that all its copies share; with a moment for what
    /// may happen to it more than once.
    case transaction(chain: String, name: String, Timestamp?)
    /// The `notificationUUID`.
    case notification(String)
    /// Given access, by its source and id there, and the moment of the change.
    case access(GivenAccess.Source, String, Timestamp?)
    /// A seat, by its claim and the name of the member, and the moment of the change.
    case seat(String, String, Timestamp?)
    /// Something that this server did or saw, by what tells it from others of its kind.
    case own([String])

    fileprivate var parts: [String] {
      switch self {
      case .transaction(let chain, let name, let moment):
        ["transaction", chain, name, moment.map { "\($0.milliseconds)" } ?? ""]
      case .notification(let uuid): ["notification", uuid.lowercased()]
      case .access(let source, let id, let moment):
        ["access", source.rawValue, id, moment.map { "\($0.milliseconds)" } ?? ""]
      case .seat(let claim, let member, let moment):
        ["seat", claim, member, moment.map { "\($0.milliseconds)" } ?? ""]
      case .own(let parts): ["own"] + parts
      }
    }
  }

  /// - Parameters:
  ///   - change: in the id instead of the type, for types of which a change has only one.
  ///   - states: members `before` and `after` of the data, as JSON.
  init(
    _ type: WebhookEventType, _ identity: Identity, as change: String? = nil,
    in environment: AppStoreEnvironment?, at moment: Timestamp, _ data: [Content.Member],
    states: (before: String, after: String)? = nil
  ) {
    id = Self.id(of: identity, change ?? type.rawValue, in: environment)
    self.type = type
    self.environment = environment
    at = moment
    var text = String(decoding: JSONText { $0.content(.object(data)) }.bytes, as: UTF8.self)
    if let states {
      text.removeLast()
      text += #","before":\#(states.before),"after":\#(states.after)}"#
    }
    self.data = text
  }

  /// `evt_` and 128 bits of SHA-256 in hexadecimal digits, over the parts with their lengths.
  static func id(
    of identity: Identity, _ change: String, in environment: AppStoreEnvironment?
  ) -> String {
    let parts = [environment?.rawValue ?? "", change] + identity.parts
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "/")
    return "evt_" + Array(SHA256.hash(data: Array(text.utf8)).prefix(16)).hexadecimal
  }
}
