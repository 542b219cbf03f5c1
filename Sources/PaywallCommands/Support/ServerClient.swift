import ArgumentParser
import CommandSupport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The address and the key of a running server.
struct ServerOptions: ParsableArguments {
  @Option("url", "Ask the server at this address.") var server: String?

  @Option("key", "The server's admin key; default: the variable PAYWALL_ADMIN_KEY.")
  var key: String?

  func validate() throws {
    guard let server else {
      try require(key == nil, "--key goes with --server.")
      return
    }
    _ = try URL(server: server)
  }

  /// Returns a client; `nil` without `--server`.
  func client() throws -> ServerClient? {
    guard let server, let url = URL(string: server) else { return nil }
    let key = key ?? ProcessInfo.processInfo.environment["PAYWALL_ADMIN_KEY"]
    guard let key, !key.isEmpty else {
      throw Failure(
        .wrongUsage, "the server answers this to an admin key only",
        help: "add --key, or put it into PAYWALL_ADMIN_KEY, where no shell history keeps it")
    }
    return ServerClient(url: url, key: key)
  }
}

extension URL {
  /// Reads the address of a server, from `--server`.
  init(server: String) throws {
    guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      throw ValidationError("--server takes an address such as https://paywalls.example.com.")
    }
    self = url
  }
}

/// Requests to a running server, as an administrator.
struct ServerClient {
  let url: URL
  let key: String

  /// Returns the answer to a POST of JSON.
  ///
  /// - Throws: a failure with the words of the server's problem document.
  func post(_ path: String, _ body: [UInt8]) async throws -> Data {
    var request = URLRequest(url: url.appending(path: path), timeoutInterval: 15)
    request.httpMethod = "POST"
    request.httpBody = Data(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
    let (data, status) = try await request.answer(from: url)
    guard status == 200 else { throw failure(data, status) }
    return data
  }

  /// The answer to a GET, as `post` fails.
  func get(_ path: String, _ query: [URLQueryItem] = []) async throws -> Data {
    let address = url.appending(path: path)
    var request = URLRequest(
      url: query.isEmpty ? address : address.appending(queryItems: query), timeoutInterval: 15)
    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
    let (data, status) = try await request.answer(from: url)
    guard status == 200 else { throw failure(data, status) }
    return data
  }

  private func failure(_ data: Data, _ status: Int) -> Failure {
    let problem = try? JSONDecoder().decode(ProblemCard.self, from: data)
    let said = [problem?.title, problem?.detail].compactMap(\.self).joined(separator: ": ")
    let help =
      switch status {
      case 401, 403: "the key has to have the role admin in store/keys.yaml of that server"
      default: problem.map { "code \($0.code ?? "unknown")" } ?? "is this a paywall server?"
      }
    return Failure(
      status < 500 ? .no : .failedOutside,
      "the server refused (\(status))" + (said.isEmpty ? "" : ": \(said)"), help: help)
  }

  /// RFC 9457, the parts that are shown to a person.
  private struct ProblemCard: Decodable {
    var title: String?
    var detail: String?
    var code: String?
  }
}

extension URLRequest {
  /// Returns the answer of a server, with the status.
  ///
  /// - Parameter server: the address as a person knows it.
  func answer(from server: URL) async throws -> (Data, Int) {
    do {
      let (data, response) = try await URLSession.shared.data(for: self)
      return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    } catch {
      throw Failure(
        .failedOutside, "\(server) does not answer: \(error.localizedDescription)",
        help: "is the server running, and is the address right?")
    }
  }
}
