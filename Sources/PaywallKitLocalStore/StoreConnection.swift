import Foundation
import PaywallKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests to a local App Store.
struct StoreConnection: Sendable {
  let url: URL
  let token: String?

  /// The time for one request: a clock that is moved over years delivers everything that happens in
  /// them.
  private static let patience: TimeInterval = 600

  /// - Parameter path: the path below `/v1/`.
  func get(_ path: String, _ query: [URLQueryItem]) async throws(StoreProblem) -> JSONValue {
    var parts = URLComponents(url: address(path), resolvingAgainstBaseURL: false)
    parts?.queryItems = query
    // A plus sign would be read as a space.
    let written = parts?.percentEncodedQuery?.replacing("+", with: "%2B")
    parts?.percentEncodedQuery = written
    return try await answer(to: URLRequest(url: parts?.url ?? address(path)))
  }

  /// - Parameters:
  ///   - path: the path of the cause, below `/v1/`.
  ///   - members: the members of the body.
  @discardableResult
  func post(
    _ path: String, _ members: [String: JSONValue]
  ) async throws(StoreProblem) -> JSONValue {
    var request = URLRequest(url: address(path))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.timeoutInterval = Self.patience
    do {
      request.httpBody = try JSONEncoder().encode(JSONValue.object(members))
    } catch {
      throw StoreProblem(code: nil, detail: "The request cannot be written: \(error)")
    }
    return try await answer(to: request)
  }

  private func address(_ path: String) -> URL { url.appending(path: "v1/\(path)") }

  private func answer(to request: URLRequest) async throws(StoreProblem) -> JSONValue {
    var request = request
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response): (Data, URLResponse)
    do {
      (data, response) = try await URLSession.shared.data(for: request)
    } catch {
      throw StoreProblem(code: nil, detail: "\(url) does not answer: \(error)")
    }
    let value = try? JSONDecoder().decode(JSONValue.self, from: data)
    guard let status = (response as? HTTPURLResponse)?.statusCode, let value else {
      throw StoreProblem(code: nil, detail: "\(url) is no local App Store.")
    }
    guard status == 200 else {
      throw StoreProblem(
        code: value["code"]?.string,
        detail: value["detail"]?.string ?? "\(url) answers \(status), and is no local App Store.")
    }
    return value
  }
}

/// Why the local App Store refused or failed.
struct StoreProblem: Error {
  /// The problem's stable code; `nil` if there is no such store.
  let code: String?
  /// The detail of the problem: what is wrong, and what to do next.
  let detail: String

  /// The failure that StoreKit would report.
  var failure: StoreFailure {
    switch code {
    case nil: .unreachable(detail)
    case "unknownProduct", "productNotForSale": .productUnavailable
    case "unknownOffer", "notEligible", "invalidOfferSignature", "nonceUsed",
      "transactionOfAnotherCustomer":
      .offerRefused(detail)
    default: .other(detail)
    }
  }
}
