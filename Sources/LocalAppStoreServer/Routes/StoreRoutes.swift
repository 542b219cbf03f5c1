import Crypto
import Foundation
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import LocalAppStore
import LocalAppStoreClient
import NIOCore
import OfferSigning

/// The paths of the store: `GET` reads, and each `POST` is one cause with a JSON object as its body.
struct StoreRoutes {
  let store: StoreService
  /// `nil` serves none of Apple's paths.
  var serverAPI: ServerAPI?

  func add(to routes: inout Router<StoreRoute>) {
    routes.add(.get, "/root.cer") { [store] _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/pkix-cert"],
        body: ByteBuffer(bytes: store.chain.rootDER))
    }
    addReads(to: &routes)
    addKeys(to: &routes)
    addQuestions(to: &routes)
    for (verb, read) in StoreVerbs.all {
      routes.add(.post, "/v1/\(verb)") { [store] request, _ in
        let work = try await request.members(read)
        return try Response(json: await work(store))
      }
    }
  }

  private func addReads(to routes: inout Router<StoreRoute>) {
    routes.add(.get, "/v1/clock") { [store] request, _ in
      guard let follower = request.queryItem("follower"), follower.utf8.count <= 64,
        let known = request.queryItem("after").flatMap({ Int64($0) })
      else { return try Response(json: await store.clock()) }
      return try Response(json: await store.clock(after: known, for: follower))
    }
    routes.add(.get, "/v1/customers") { [store] request, _ in
      guard let id = request.queryItem("id") else {
        return try Response(json: await store.customers())
      }
      return try Response(json: await store.customer(id))
    }
    routes.add(.get, "/v1/signed") { [store] request, _ in
      try Response(
        json: await store.signedTexts(
          of: try request.customer, after: request.queryItem("after").flatMap { Int($0) }))
    }
    routes.add(.get, "/v1/products") { [store] request, _ in
      try Response(json: await store.products(for: try request.customer))
    }
    routes.add(.get, "/v1/retention") { [store] _, _ in
      try Response(json: await store.retention())
    }
    routes.add(.get, "/v1/notifications") { [store] request, _ in
      try Response(json: await store.notifications(of: request.queryItem("customer")))
    }
    routes.add(.get, "/v1/posted") { [store] request, _ in
      guard let uuid = request.queryItem("notification") else {
        throw Problem(
          .missingMember, "Name a notification: ?notification=UUID.", field: "notification")
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
        body: ByteBuffer(bytes: try await store.postedBody(of: uuid)))
    }
  }

  private func addKeys(to routes: inout Router<StoreRoute>) {
    routes.add(.post, "/v1/offer-key") { [store] request, _ in
      let key = try await request.members { body in
        try Self.key(
          body.required("id", "the id of the key"),
          body.required("publicKey", "the public key in PEM"))
      }
      return try Response(json: await store.trust(key))
    }
    routes.add(.post, "/v1/api-key") { [serverAPI] request, _ in
      let key = try await request.members { body in
        try Self.apiKey(
          body.required("id", "the id of the key"),
          issuer: body.required("issuerId", "the issuer id of the key"),
          body.required("publicKey", "the public key in PEM"))
      }
      serverAPI?.trust(key)
      return try Response(json: NextQuestion())
    }
  }

  private func addQuestions(to routes: inout Router<StoreRoute>) {
    routes.add(.get, "/v1/questions") { [store] _, _ in
      try Response(json: NextQuestion(question: await store.questions.next()))
    }
    routes.add(.post, "/v1/answer") { [store] request, _ in
      await store.questions.finish(with: try await request.decoded(ServerAnswer.self))
      return try Response(json: NextQuestion())
    }
  }

  private static func key(_ id: String, _ pem: String) throws -> VerificationKey {
    do throws(SigningKeyError) {
      return try VerificationKey(id: id, pem: pem)
    } catch {
      throw StoreProblem(
        400, "badOfferKey", "The key cannot be used",
        "\(error.description); send the public key as '-----BEGIN PUBLIC KEY-----'.")
    }
  }
}

extension StoreRoutes {
  /// Takes the public half only: the store never learns the key that a server signs with.
  private static func apiKey(
    _ id: String, issuer: String, _ pem: String
  ) throws(StoreProblem) -> ServerAPIKey {
    guard (1...64).contains(id.utf8.count), (1...64).contains(issuer.utf8.count),
      let given = try? VerificationKey(id: id, pem: pem),
      let key = try? P256.Signing.PublicKey(derRepresentation: given.publicKeyDER)
    else {
      throw StoreProblem(
        400, "badAPIKey", "The key cannot be used",
        "Send the ids and the public P-256 key as '-----BEGIN PUBLIC KEY-----'.")
    }
    return ServerAPIKey(id: id, issuerId: issuer, publicKey: key)
  }
}

extension Request {
  /// The customer whom the query names.
  fileprivate var customer: String {
    get throws {
      guard let id = queryItem("customer") else {
        throw Problem(.missingMember, "Name a customer: ?customer=ada.", field: "customer")
      }
      return id
    }
  }
}

extension Response {
  init(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(
      status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ByteBuffer(bytes: try encoder.encode(value)))
  }
}
