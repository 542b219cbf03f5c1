import Foundation
import HTTPDocuments

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Checks of a server from outside, without a key.
struct RemoteChecks {
  let url: URL
  let now: @Sendable () -> Date

  func findings() async -> [Finding] {
    let (data, response): (Data, HTTPURLResponse)
    do {
      (data, response) = try await answer("health/ready", "GET")
    } catch {
      return .only(
        "server", .error, "\(url) does not answer: \(error.localizedDescription)",
        help: "is it running, is the name right, is its certificate valid?")
    }
    guard let card = try? JSONDecoder().decode(Readiness.self, from: data) else {
      return .only(
        "server", .error, "\(url) is no paywall server",
        help: "does the proxy pass /health/ready on?")
    }
    var findings = [Finding("server", .ok, "answers, and is \(card.status)")]
    findings += card.reasons.map { reason in
      .readiness(reason.code, reason.detail, weight: reason.weight, status: card.status)
    }
    if let date = response.value(forHTTPHeaderField: "Date").flatMap(Self.date) {
      findings.append(.clock(ahead: Int(now().timeIntervalSince(date).rounded())))
    }
    if url.scheme != "https" {
      findings.append(
        Finding(
          "transport", .warning, "is not encrypted",
          help: "Apple sends notifications to https addresses only"))
    }
    return findings + [await notifications()]
  }

  private func notifications() async -> Finding {
    do {
      let (data, response) = try await answer("v1/appstore/notifications", "POST")
      let problem = try? JSONDecoder().decode(Problem.self, from: data)
      return .notificationURL(
        status: response.statusCode, code: problem?.code,
        hasRequestId: response.value(forHTTPHeaderField: "x-request-id") != nil)
    } catch {
      return Finding(
        "notifications", .error, "a POST is not answered: \(error.localizedDescription)",
        help: "does the proxy pass /v1/appstore/notifications on?")
    }
  }

  private func answer(_ path: String, _ method: String) async throws -> (Data, HTTPURLResponse) {
    var request = URLRequest(url: url.appending(path: path), timeoutInterval: 10)
    request.httpMethod = method
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse)
    }
    return (data, response)
  }

  /// Returns the moment of a `Date` header (RFC 9110 5.6.7).
  private static func date(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text)
  }

  private struct Readiness: Decodable {
    var status: String
    var reasons: [Reason]

    struct Reason: Decodable {
      var code: String
      var detail: String
      /// The weight of a reason; `nil` from an older server, which does not send it.
      var weight: String?
    }
  }

  private struct Problem: Decodable {
    var code: String
  }
}
