package import PaywallCatalog
import Subscribers

extension AppStoreResponse {
  /// True if it is an answer without a body, or with an empty object.
  var hasNothingToSay: Bool {
    body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } || (try? AnswerObject(body)) != nil
  }

  /// Apple's number of the request.
  var requestId: String? {
    ["x-apple-request-uuid", "x-apple-jingle-correlation-key", "x-request-id"].lazy
      .compactMap { header($0) }.first { !$0.isEmpty }.map { String($0.prefix(128)).printable }
  }

  /// Apple's code and message, whatever the type of the content is said to be.
  var refusal: (code: OpenEnum<AppleErrorCode>, message: String)? {
    guard let body = try? AnswerObject(self.body),
      let code = (try? body.whole("errorCode")).flatMap({ Int(exactly: $0) })
    else { return nil }
    let message = (try? body.optionalText("errorMessage")) ?? ""
    return (OpenEnum(raw: code), String(message.prefix(500)).printable)
  }

  /// The moment when the call may be made again; `nil` without a moment that makes sense. Apple
  /// gives an instant in milliseconds; a proxy in between gives a delay in seconds or a date, and
  /// some give an instant in seconds. One that has passed already was not meant as "now".
  func retryAfter(at now: Timestamp) -> Timestamp? {
    guard let text = header("retry-after") else { return nil }
    let moment: Timestamp
    switch Int64(text) {
    case let number? where (1..<10_000_000).contains(number):
      moment = now.adding(milliseconds: number * 1_000)
    case let number? where (1_000_000_000..<100_000_000_000).contains(number):
      moment = Timestamp(milliseconds: number * 1_000)
    case let number?: moment = Timestamp(milliseconds: number)
    case nil:
      guard let date = HTTPDate(text) else { return nil }
      moment = date.timestamp
    }
    return moment > now && moment <= Self.lastMoment ? moment : nil
  }

  /// The last one that is written with a year of four digits.
  private static let lastMoment = Timestamp(milliseconds: 253_402_300_799_999)

  /// The `Date` header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110).
  var date: Timestamp? { header("date").flatMap(HTTPDate.init)?.timestamp }
}

extension String {
  /// The text without characters that could steer a terminal or break a line of a log.
  var printable: String {
    String(
      unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control
          || scalar.properties.generalCategory == .format
          ? "?" : Character(scalar)
      })
  }
}

/// The preferred form of a date in HTTP.
package struct HTTPDate {
  package let timestamp: Timestamp

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  package init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT",
      let month = Self.months.firstIndex(of: String(parts[2]))
    else { return nil }
    let day = "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])"
    guard let moment = Timestamp(rfc3339: "\(day)T\(parts[4])Z"), moment.milliseconds >= 0 else {
      return nil
    }
    timestamp = moment
  }
}
