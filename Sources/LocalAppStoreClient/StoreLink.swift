import Crypto
import Foundation
package import Logging
package import OfferSigning
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// A server's connection to the local App Store that it trusts: the root, the clock of the world as
/// its own clock, and the store's knowledge of the keys that the server signs offers with.
package final class StoreLink: Sendable {
  /// DER.
  package let root: [UInt8]
  package let bundleId: String
  /// Calls of Apple's server API are signed with it; the store learns its public half.
  package let apiKey: SigningKey
  private let client: StoreClient
  private let milliseconds: Atomic<Int64>
  private let answers = Atomic(true)
  private let name: String

  /// Asks the store for its root and its time.
  ///
  /// - Parameter name: tells the store this follower from others; random.
  package init(_ client: StoreClient, name: String) async throws(StoreLinkError) {
    self.client = client
    self.name = name
    do {
      let clock: ClockCard = try await client.get(Self.path(name, after: nil))
      guard clock.environment == "Sandbox" else { throw StoreLinkError.production(client.url) }
      bundleId = clock.bundleId
      milliseconds = Atomic(clock.milliseconds)
      root = try await client.root()
      apiKey = try SigningKey.throwAway(id: Self.keyId(name), issuerId: Self.issuerId(name))
      try await register(apiKey)
    } catch let error as StoreLinkError {
      throw error
    } catch let error as StoreClientError {
      throw .store(error)
    } catch {
      throw .store(.noStore("\(client.url) does not answer: \(error)"))
    }
  }

  /// - Parameter known: the time that is known; `nil` asks for the present one at once.
  private static func path(_ name: String, after known: Timestamp?) -> String {
    "/v1/clock?after=\(known?.milliseconds ?? -1)&follower=\(name)"
  }

  /// The clock of the world, as far as this process knows it.
  package var now: Timestamp {
    Timestamp(milliseconds: milliseconds.load(ordering: .relaxed))
  }

  /// Whether the store answered the last time.
  package var isReachable: Bool { answers.load(ordering: .relaxed) }

  /// Makes ids that no other server of the store has, from its random name.
  private static func keyId(_ name: String) -> String {
    String(SHA256.hash(data: Data(name.utf8)).hexadecimal.prefix(10)).uppercased()
  }

  private static func issuerId(_ name: String) -> String {
    SHA256.hash(data: Data(name.utf8)).hexadecimal.suffix(32).withHyphens
  }

  /// Tells the store which key will sign calls to it.
  private func register(_ key: SigningKey) async throws(StoreClientError) {
    let body = JSONMembers {
      $0.text("id", key.id)
      $0.text("issuerId", key.issuerId ?? "")
      $0.text("publicKey", Self.pem(key.verificationKey))
    }
    let _: Acknowledgement = try await client.post("/v1/api-key", body.bytes)
  }

  private static func pem(_ key: VerificationKey) -> String {
    "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(key.publicKeyDER, .standard))\n-----END PUBLIC KEY-----\n"
  }

  /// Tells the store which keys the server signs with.
  package func register(_ keys: [VerificationKey]) async throws(StoreClientError) {
    for key in keys {
      let body = JSONMembers {
        $0.text("id", key.id)
        $0.text("publicKey", Self.pem(key))
      }
      let _: Acknowledgement = try await client.post("/v1/offer-key", body.bytes)
    }
  }

  /// Follows the clock until the task is cancelled. Registers the keys again when they change, and
  /// when the store was started again.
  ///
  /// - Parameter keys: the keys that sign now.
  package func follow(
    _ keys: @Sendable () -> [VerificationKey], logger: Logger
  ) async {
    var world: String?
    var registered: [String] = []
    while !Task.isCancelled {
      do throws(StoreClientError) {
        let clock: ClockCard = try await client.get(
          Self.path(name, after: world == nil ? nil : now))
        let present = keys()
        if clock.world != world || present.map(\.fingerprint) != registered {
          if world != nil, clock.world != world { logger.notice("the local App Store began anew") }
          if clock.world != world { try await register(apiKey) }
          try await register(present)
          (world, registered) = (clock.world, present.map(\.fingerprint))
        }
        milliseconds.store(clock.milliseconds, ordering: .relaxed)
        if !answers.exchange(true, ordering: .relaxed) {
          logger.notice("the local App Store answers again")
          if try await client.root() != root {
            logger.error(
              "the local App Store signs under another root now, so nothing of it is trusted; start this server again"
            )
          }
        }
      } catch {
        if Task.isCancelled { return }
        world = nil
        if answers.exchange(false, ordering: .relaxed) {
          logger.warning(
            "the local App Store does not answer; its clock stands here",
            metadata: ["reason": "\(error)"])
        }
        // A store that was ended is asked again every half second of real time.
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }

  /// Answers the store's questions until the task is cancelled.
  package func answerQuestions(
    _ answer: @Sendable (ServerQuestion) async -> ServerAnswer
  ) async {
    while !Task.isCancelled {
      do {
        let next: NextQuestion = try await client.get("/v1/questions")
        guard let question = next.question else { continue }
        let body = Array(try JSONEncoder().encode(await answer(question)))
        let _: Acknowledgement = try await client.post("/v1/answer", body)
      } catch {
        // `follow` waits alike, and says in the log that the store does not answer.
        try? await Task.sleep(for: .milliseconds(500))
      }
    }
  }
}

package enum StoreLinkError: Error, Hashable, Sendable {
  case store(StoreClientError)
  /// Its world is one of production.
  case production(String)
}

/// An answer whose members are not read.
private struct Acknowledgement: Decodable {}
