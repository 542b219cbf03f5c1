import Foundation
import PaywallCatalog

/// A kept answer as its file holds it, with the answer in the server's own bytes.
struct StoredAnswer: Codable, Sendable {
  var control: CacheControl
  var context: String
  var locale: String?
  var receivedAt: Int64
  var body: String
  /// True if the body is as the server wrote it; earlier versions wrote answers of a batch anew.
  var isVerbatim: Bool?

  enum CodingKeys: String, CodingKey {
    case control, locale, receivedAt, body, isVerbatim
    // The name in files of earlier versions.
    case context = "question"
  }

  /// The most bytes of an answer that is kept in a file.
  static let largest = 256 * 1024

  static func name(_ placement: String, _ visitor: VisitorIds) -> String {
    prefix(visitor) + Fingerprint.short(of: placement)
  }

  static func prefix(_ visitor: VisitorIds) -> String { "answer-\(visitor.digest)-" }

  /// `nil` if the body is no answer for the placement.
  func kept(for placement: String) -> KeptAnswer? {
    guard var answer = PlacementDecision(body: Data(body.utf8)),
      answer.id.utf8.elementsEqual(placement.utf8)
    else { return nil }
    if isVerbatim != true { answer = answer.with { $0.digests = nil } }
    return KeptAnswer(
      answer: answer, control: control, context: context,
      locale: locale, receivedAt: Timestamp(milliseconds: receivedAt), received: nil)
  }
}
