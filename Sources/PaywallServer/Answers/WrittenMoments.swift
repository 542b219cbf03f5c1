import PaywallCatalog
import Synchronization

/// Moments as JSON strings. Responses of one release repeat the same few, so the last one is
/// cached.
final class WrittenMoments: Sendable {
  private let last = Mutex<(moment: Timestamp, json: [UInt8])?>(nil)

  func quoted(_ moment: Timestamp) -> [UInt8] {
    last.withLock { last in
      if let last, last.moment == moment { return last.json }
      let json = Array("\"\(moment.rfc3339)\"".utf8)
      last = (moment, json)
      return json
    }
  }
}
