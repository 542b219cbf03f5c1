import Catalog
import TextCoding

/// Something the server is to be told, in its turn: what was shown before a log-in goes before the
/// log-in, so that it is recorded of the visitor who saw it.
struct Queued: Codable, Hashable, Sendable {
  var message: Message
  /// Where it is kept; `nil` while the storage cannot be used.
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
    var who: Who
  }

  /// That the anonymous visitor is this user.
  struct Alias: Codable, Hashable, Sendable {
    var anonymousId: String
    var userId: String
    var environment: String?
    var userProof: String?
  }

  /// Whom a batch is about: one visitor, in one environment.
  struct Who: Codable, Hashable, Sendable {
    var anonymousId: String
    var userId: String?
    var environment: String?
    /// The one that was at hand when the paywall was given.
    var userProof: String?
  }

  var exposure: Exposure? {
    guard case .exposure(let exposure) = message else { return nil }
    return exposure
  }

  static let prefix = "out-"
}

extension Queued.Who {
  /// The ids alone.
  var visitor: VisitorIds {
    VisitorIds(anonymousId: anonymousId, userId: userId, firstSeen: 0)
  }

  var attributes: [String: AttributeValue] {
    var attributes: [String: AttributeValue] = ["anonymousId": .string(anonymousId)]
    attributes["userId"] = userId.map { .string($0) }
    attributes["environment"] = environment.map { .string($0) }
    return attributes
  }
}

extension Queued.Alias {
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

extension [Queued.Exposure] {
  /// - Parameter correction: milliseconds to be added to times of the device's own clock.
  func json(of who: Queued.Who, correction: Int64) -> JSONText {
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
