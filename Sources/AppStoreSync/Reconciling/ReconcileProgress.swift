#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How far the notification history of an environment was read; in milliseconds since 1970.
struct ReconcileProgress: Codable, Hashable {
  /// Everything before was read.
  var through: Int64?
  /// A pass that has not ended.
  var pass: Pass?

  struct Pass: Codable, Hashable {
    var from: Int64
    var to: Int64
    /// The next page; `nil` before the first.
    var token: String?
    /// It begins where everything before was read, so that its end is the new such moment.
    var isNext: Bool
  }

  init() {}

  /// Reads a text; progress begins anew if the text cannot be read.
  init(_ text: String?) {
    self = JSONProgress.read(text) ?? Self()
  }

  var text: String { JSONProgress.text(self) }
}

/// The text of a job's progress.
enum JSONProgress {
  /// Returns `nil` for a text that cannot be read.
  static func read<Progress: Decodable>(_ text: String?) -> Progress? {
    text.flatMap { try? JSONDecoder().decode(Progress.self, from: Data($0.utf8)) }
  }

  static func text(_ progress: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(progress)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
