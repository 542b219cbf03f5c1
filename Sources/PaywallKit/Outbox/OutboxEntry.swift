import PaywallCatalog
import PaywallTextCoding

/// A message that waits for the server, in order: exposures from before a log-in are sent before the
/// log-in, so that the server records them for the visitor who saw them.
struct OutboxEntry: Codable, Equatable, Sendable {
  var message: Message
  /// The name of its file; `nil` while the storage cannot be used.
  var file: String?

  indirect enum Message: Equatable, Sendable {
    case exposure(Exposure)
    case alias(Alias)
  }

  /// A paywall that was rendered.
  struct Exposure: Codable, Equatable, Sendable {
    var id: String
    var experiment: String
    /// The variant; `nil` for a visitor whom the holdout kept out of the experiment. An earlier
    /// version cannot read such a file and removes it.
    var variant: String?
    var phase: Int
    var placement: String
    /// The time in milliseconds, by the server's clock if that was known, else by the device's.
    var at: Int64
    var isServerTime: Bool
    var who: VisitorIdentity
    /// The JSON object of the attributes that the placement was requested with. `nil` in a file of an
    /// earlier version, which reads files of this one and passes over what it does not know.
    var attributes: String?
    /// The paywall that was shown; also `nil` in a file of an earlier version, and if there was
    /// none.
    var shown: ShownPaywall?
  }

  /// The message that an anonymous visitor is this user.
  struct Alias: Codable, Equatable, Sendable {
    var anonymousId: String
    var userId: String
    var environment: String?
    var userProof: String?
  }

  var exposure: Exposure? { if case .exposure(let exposure) = message { exposure } else { nil } }

  /// The approximate bytes of its file.
  var size: Int { 500 + (exposure?.attributes?.utf8.count ?? 0) }

  static let prefix = "out-"
}

extension OutboxEntry.Message: Codable {
  init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "exposure": self = .exposure(try coded.value())
    case "alias": self = .alias(try coded.value())
    default: throw coded.unknown
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .exposure(let exposure): try encoder.encode(case: "exposure", exposure)
    case .alias(let alias): try encoder.encode(case: "alias", alias)
    }
  }
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
  /// The body for exposures of one visitor, with the same attributes.
  ///
  /// - Parameters:
  ///   - correction: milliseconds to add to times of the device's own clock.
  ///   - sentAt: now, by the same clock as the times. `nil` leaves out everything that servers
  ///     before `sentAt` do not know.
  func json(correction: Int64, sentAt: Timestamp?) -> JSONText {
    JSONText { json in
      guard let who = first?.who else { return }
      json.raw("{")
      if let attributes = first?.attributes, sentAt != nil {
        json.raw("\"attributes\":")
        json.raw(attributes.utf8)
      } else {
        json.attributes(who.attributes)
      }
      json.member("userProof", who.userProof)
      json.member("sentAt", sentAt?.rfc3339)
      json.raw(",\"exposures\":")
      json.list(self) { json, exposure in
        let at = Timestamp(milliseconds: exposure.at)
          .adding(milliseconds: exposure.isServerTime ? 0 : correction)
        json.raw("{\"id\":")
        json.string(exposure.id)
        if exposure.variant == nil { json.raw(",\"heldOut\":true") }
        json.member("experiment", exposure.experiment)
        json.member("variant", exposure.variant)
        json.raw(",\"phase\":")
        json.integer(exposure.phase)
        json.member("placement", exposure.placement)
        json.member("at", at.rfc3339)
        if let shown = exposure.shown, sentAt != nil { json.shown(shown) }
        json.raw("}")
      }
      json.raw("}")
    }
  }
}
