import ArgumentParser
import AsyncHTTPClient
import CommandSupport
import Foundation
import LocalAppStoreClient
import LocalAppStoreServer

import PaywallTextCoding

/// The local App Store that a command talks to.
struct StoreOptions: ParsableArguments {
  @Option("url", "The address of the store.") var appStore = "http://127.0.0.1:8090"
  @Option("token", "The token of a store that others can reach.") var appStoreToken: String?
  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard let url = URL(string: appStore), ["http", "https"].contains(url.scheme),
      !(url.host() ?? "").isEmpty
    else {
      throw ValidationError("--app-store takes an address such as http://127.0.0.1:8090.")
    }
  }

  func ask<Value: Sendable>(
    _ question: (StoreClient) async throws(StoreClientError) -> Value
  ) async throws -> Value {
    do throws(StoreClientError) {
      return try await HTTPClient.ofLocalAppStore { client async throws(StoreClientError) in
        try await question(StoreClient(client, url: appStore, token: appStoreToken))
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Lets a cause happen, and prints the result.
  func post(_ verb: String, _ body: StoreBody) async throws {
    let answer: StoreAnswer = try await ask { client throws(StoreClientError) in
      try await client.post("/v1/\(verb)", body.json)
    }
    try write(answer) { $0.text(answer) }
  }

  /// Prints the store's answer to a path.
  func show<Value: Codable & Sendable>(
    _ path: String, _ words: (Value, StoreReport) -> String
  ) async throws {
    let value: Value = try await ask { client throws(StoreClientError) in
      try await client.get(path)
    }
    try write(value) { words(value, $0) }
  }

  /// Prints an answer as JSON, or in words for people.
  private func write(_ value: some Encodable, _ words: (StoreReport) -> String) throws {
    let console = Console.ofProcess()
    guard !answer.isJSON else { return try console.write(json: value) }
    console.write(words(StoreReport(console)))
  }
}

/// The members of a request; `nil` is left out.
struct StoreBody {
  private var members = JSONMembers()

  var json: [UInt8] { members.bytes }

  func with(_ name: String, _ value: String?) -> StoreBody { adding { $0.text(name, value) } }

  func with(_ name: String, _ value: Int?) -> StoreBody { adding { $0.number(name, value) } }

  func with(_ name: String, _ value: Bool?) -> StoreBody { adding { $0.flag(name, value) } }

  /// A list.
  func with(_ name: String, _ value: [String]?) -> StoreBody { adding { $0.texts(name, value) } }

  /// A list of objects.
  func with(_ name: String, _ value: [StoreBody]?) -> StoreBody {
    adding { $0.objects(name, value?.map(\.members)) }
  }

  /// An object.
  func with(_ name: String, _ value: StoreBody?) -> StoreBody {
    adding { $0.object(name, value?.members) }
  }

  private func adding(_ write: (inout JSONMembers) -> Void) -> StoreBody {
    var body = self
    write(&body.members)
    return body
  }
}

extension Failure {
  init(_ error: StoreClientError) {
    switch error {
    case .refused(let problem):
      self.init(.no, problem.detail, help: "code \(problem.code)")
    case .noStore(let reason):
      self.init(
        .failedOutside, reason,
        help: "start one with 'local-app-store serve', or name its address with --app-store")
    }
  }
}
