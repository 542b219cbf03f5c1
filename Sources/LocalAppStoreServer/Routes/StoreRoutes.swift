import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LocalAppStore
import NIOCore
import OfferSigning
import PaywallAPI
import PaywallServer

/// The paths of the store: `GET` reads, and each `POST` is one cause with a JSON object as its body.
struct StoreRoutes {
  let store: StoreService
  /// `nil` serves none of Apple's paths.
  var serverAPI: ServerAPI?

  func add(to router: Router<StoreContext>) {
    router.get("root.cer") { [store] _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/pkix-cert"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: store.chain.rootDER)))
    }
    let routes = router.group("v1")
    addReads(to: routes)
    addPosted(to: routes)
    for (verb, read) in StoreVerbs.all {
      routes.post(RouterPath(verb)) { [store] request, _ in
        let work = try await request.members(read)
        return try Response(json: await work(store))
      }
    }
    routes.post("offer-key") { [store] request, _ in
      let key = try await request.members { body in
        try Self.key(
          body.required("id", "the id of the key"),
          body.required("publicKey", "the public key in PEM"))
      }
      return try Response(json: await store.trust(key))
    }
    routes.post("api-key") { [serverAPI] request, _ in
      let key = try await request.members { body in
        try Self.apiKey(
          body.required("id", "the id of the key"),
          issuer: body.required("issuerId", "the issuer id of the key"),
          body.required("publicKey", "the public key in PEM"))
      }
      serverAPI?.trust(key)
      return try Response(json: NextQuestion())
    }
    routes.get("questions") { [store] _, _ in
      try Response(json: NextQuestion(question: await store.questions.next()))
    }
    routes.post("answer") { [store] request, _ in
      await store.questions.finish(with: try await request.decoded(ServerAnswer.self))
      return try Response(json: NextQuestion())
    }
  }

  private func addReads(to routes: RouterGroup<StoreContext>) {
    routes.get("clock") { [store] request, _ in
      let query = request.uri.queryParameters
      guard let follower = query["follower"].map(String.init), follower.utf8.count <= 64,
        let known = query["after"].flatMap({ Int64($0) })
      else { return try Response(json: await store.clock()) }
      return try Response(json: await store.clock(after: known, for: follower))
    }
    routes.get("customers") { [store] request, _ in
      guard let id = request.queryItem("id") else {
        return try Response(json: await store.customers())
      }
      return try Response(json: await store.customer(id))
    }
    routes.get("signed") { [store] request, _ in
      try Response(
        json: await store.signedTexts(
          of: try request.customer, after: request.queryItem("after").flatMap { Int($0) }))
    }
    routes.get("products") { [store] request, _ in
      try Response(json: await store.products(for: try request.customer))
    }
    routes.get("notifications") { [store] request, _ in
      try Response(
        json: await store.notifications(of: request.queryItem("customer")))
    }
  }

  private func addPosted(to routes: RouterGroup<StoreContext>) {
    routes.get("posted") { [store] request, _ in
      guard let uuid = request.queryItem("notification") else {
        throw Problem(
          .missingMember, "Name a notification: ?notification=UUID.", field: "notification")
      }
      return Response(
        status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await store.postedBody(of: uuid))))
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
  /// The public half only: the store never learns with what a server signs.
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
  /// One query item, decoded.
  fileprivate func queryItem(_ name: Substring) -> String? {
    uri.queryParameters[name].map { $0.removingPercentEncoding ?? String($0) }
  }

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
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
}
