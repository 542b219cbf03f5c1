import Catalog
import Foundation

/// An answer of the server that may be used again.
struct KeptAnswer: Sendable {
  var answer: Placement
  var control: CacheControl
  /// Stands for what was asked: another question is another answer.
  var question: String
  var locale: String?
  /// By the server's clock.
  var receivedAt: Timestamp
  /// By the clock of this process; `nil` for one from before it.
  var received: Duration?

  /// What it is good for. Of an answer from before this process nobody knows the age for certain,
  /// because the clock may have been set meanwhile: it is asked for anew at the first need.
  func usefulness(at age: Duration) -> CacheControl.Usefulness {
    let usefulness = control.usefulness(at: age)
    return received == nil ? min(usefulness, .whileRevalidating) : usefulness
  }

  func age(_ time: ServerTime, _ clock: DeviceClock) -> Duration {
    if let received { return max(.zero, clock.running() - received) }
    return max(.zero, time.now(clock).elapsed(since: receivedAt))
  }

  /// A schedule has not changed it since.
  func isValid(at now: Timestamp) -> Bool {
    answer.validUntil.map { now.date < $0 } ?? true
  }
}

/// The same as it stands in a file, with the answer in the server's own bytes.
struct StoredAnswer: Codable, Sendable {
  var control: CacheControl
  var question: String
  var locale: String?
  var receivedAt: Int64
  var body: String

  /// Bytes of an answer that is kept in a file.
  static let largest = 256 * 1024

  static func name(_ placement: String, _ visitor: VisitorIds) -> String {
    prefix(visitor) + Sealed.name(for: placement)
  }

  static func prefix(_ visitor: VisitorIds) -> String { "answer-\(visitor.digest)-" }

  /// `nil` if the body is no answer for the placement.
  func kept(for placement: String) -> KeptAnswer? {
    guard let wire = try? JSONDecoder().decode(WireAnswer.self, from: Data(body.utf8)),
      wire.placement.utf8.elementsEqual(placement.utf8)
    else { return nil }
    return KeptAnswer(
      answer: Placement(wire, source: .network), control: control, question: question,
      locale: locale, receivedAt: Timestamp(milliseconds: receivedAt), received: nil)
  }
}
