import Catalog
import Synchronization

/// Moments as JSON strings. Answers of one release name the same few again and again; the last one
/// is kept written.
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
