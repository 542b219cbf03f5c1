import Catalog
import TextCoding

/// A message that waits for the server, in order: exposures from before a log-in are sent before the
/// log-in, so that the server records them for the visitor who saw them.
struct OutboxEntry: Codable, Hashable, Sendable {
  var message: Message
  /// The name of its file; `nil` while the storage cannot be used.
  var file: String?

  enum Message: Codable, Hashable, Sendable {
    case exposure(Exposure)
    case alias(Alias)
  }

  /// A paywall that was rendered.
  struct Exposure: Codable, Hashable, Sendable {
    var id: String
    var experiment: String
    var variant: String
    var phase: Int
    var placement: String
    /// Milliseconds, by the server's clock if that was known, else by the device's.
    var at: Int64
    var isServerTime: Bool
    var who: VisitorIdentity
  }

  /// That the anonymous visitor is this user.
  struct Alias: Codable, Hashable, Sendable {
    var anonymousId: String
    var userId: String
    var environment: String?
    var userProof: String?
  }

  var exposure: Exposure? {
    guard case .exposure(let exposure) = message else { return nil }
    return exposure
  }

  static let prefix = "out-"
}

extension OutboxEntry.Alias {
  var json: JSONText {
    JSONText { json in
      json.raw("{\"anonymousId\":")
      json.string(anonymousId)
      json.member("userId", userId)
      json.member("environment", environment)
      json.member("userProof", userProof)
      json.raw("}")
    }
  }
}

extension [OutboxEntry.Exposure] {
  /// - Parameter correction: milliseconds to add to times of the device's own clock.
  func json(of who: VisitorIdentity, correction: Int64) -> JSONText {
    JSONText { json in
      json.raw("{")
      json.attributes(who.attributes)
      json.member("userProof", who.userProof)
      json.raw(",\"exposures\":")
      json.list(self) { json, exposure in
        let at = Timestamp(milliseconds: exposure.at)
          .adding(milliseconds: exposure.isServerTime ? 0 : correction)
        json.raw("{\"id\":")
        json.string(exposure.id)
        json.member("experiment", exposure.experiment)
        json.member("variant", exposure.variant)
        json.raw(",\"phase\":")
        json.integer(exposure.phase)
        json.member("placement", exposure.placement)
        json.member("at", at.rfc3339)
        json.raw("}")
      }
      json.raw("}")
    }
  }
}
