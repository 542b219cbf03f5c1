public import Foundation
public import PaywallKit

/// A paywall server for an app's own tests and previews: answers placements with the paywalls that
/// it is given, signs every offer that they hold, and keeps purchases. It verifies no signature.
///
/// ```swift
/// let server = FakeServer(entitlements: ["pro": ["pro_monthly"]])
/// server.show(FakePaywall("standard", products: [.init("pro_monthly")]), at: "onboarding")
/// let paywalls = Paywalls.configure(.testing(server: server, store: FakeStore([…])))
/// ```
public final class FakeServer: @unchecked Sendable {
  /// The way in which the server answers.
  public enum Mood: Sendable {
    case well
    /// There is no connection.
    case unreachable
    /// The server takes the request and never answers.
    case silent
    /// Half of each answer arrives.
    case cutsAnswers
    /// The server does what it is asked, and the answer is lost.
    case losesAnswers
    /// The server refuses with a problem.
    case refuses(status: Int, code: String)
  }

  // Everything that changes is read and written under the lock.
  private let lock = NSLock()
  private var mood = Mood.well
  private var refusals: [String: (status: Int, code: String)] = [:]
  private var paywalls: [String: FakePaywall] = [:]
  private var kept: [String: FakeKeptTransaction] = [:]
  private var renewals: [String: FakeKeptRenewal] = [:]
  private var requests: [TransportRequest] = []
  private var signatures = 0

  private let entitlements: [String: [String]]
  private let lengths: [String: TimeInterval]
  private let now: @Sendable () -> Date

  /// A server.
  ///
  /// - Parameters:
  ///   - entitlements: the products that unlock each entitlement.
  ///   - lengths: how long non-renewing subscriptions last, by product, in seconds; the others last
  ///     for ever.
  ///   - now: the server's time; pass that of the store.
  public init(
    entitlements: [String: [String]] = [:], lengths: [String: TimeInterval] = [:],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.entitlements = entitlements
    self.lengths = lengths
    self.now = now
  }

  /// Shows a paywall at a placement; `nil` shows nothing.
  public func show(_ paywall: FakePaywall?, at placement: String) {
    lock.withLock { paywalls[placement] = paywall }
  }

  /// Answers in another way from now on.
  public func become(_ mood: Mood) { lock.withLock { self.mood = mood } }

  /// Refuses to sign an offer, with a problem's code such as `offerNotEligible`.
  public func refuse(offer: String, code: String, status: Int = 409) {
    lock.withLock { refusals[offer] = (status, code) }
  }

  /// Ids of the transactions that it has kept, each once.
  public var keptTransactions: Set<String> { lock.withLock { Set(kept.keys) } }

  /// The requests that came, in their order.
  public var receivedRequests: [TransportRequest] { lock.withLock { requests } }

  /// The transport to the server, for the configuration of a client.
  public var transport: Transport {
    { [self] request in
      let mood = lock.withLock {
        requests.append(request)
        return self.mood
      }
      switch mood {
      case .unreachable: throw NetworkFailure.unreachable("There is no connection.")
      case .silent:
        // It never answers; the sleep ends when the caller cancels.
        for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3600)) })
        { break }
        throw CancellationError()
      case .refuses(let status, let code): return problem(status, code)
      case .losesAnswers:
        _ = answer(to: request)
        throw NetworkFailure.unreachable("The connection broke off.")
      case .cutsAnswers:
        let whole = answer(to: request)
        return response(whole.status, whole.body.prefix(whole.body.count / 2))
      case .well: return answer(to: request)
      }
    }
  }

  private func answer(to request: TransportRequest) -> TransportResponse {
    let body =
      request.body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
      ?? .object([:])
    let path = request.url.path
    switch true {
    case path.hasSuffix("/v1/transactions"): return transactions(body)
    case path.hasSuffix("/v1/offers/sign"): return sign(body)
    case path.hasSuffix("/v1/placements"):
      let names = body["placements"]?.array?.compactMap(\.string) ?? []
      return json(
        .object(["placements": .array(names.map { placement($0, body) })]),
        control: Self.control(body))
    case path.contains("/v1/placements/"):
      return json(
        placement(request.url.lastPathComponent, body), control: Self.control(body))
    case path.hasSuffix("/v1/products"):
      return json(
        .object([
          "entitlements": .object(
            entitlements.mapValues { .array($0.map { .string($0) }) })
        ]))
    case path.hasSuffix("/v1/exposures"):
      let told = body["exposures"]?.array?.compactMap { $0["id"]?.string } ?? []
      return json(
        .object([
          "exposures": .array(
            told.map { .object(["id": .string($0), "outcome": .string("recorded")]) })
        ]))
    case path.hasSuffix("/v1/aliases"), path.hasSuffix("/health/live"): return json(.object([:]))
    default: return problem(404, "notFound")
    }
  }

  /// Returns the caching rule: an answer that rests on evidence is not kept.
  private static func control(_ body: JSONValue) -> String {
    let isMomentary = body["transactions"] != nil || body["appTransaction"] != nil
    return isMomentary ? "no-store" : "private, max-age=30, stale-if-error=86400"
  }

  private func placement(_ id: String, _ body: JSONValue) -> JSONValue {
    let paywall = lock.withLock { paywalls[id] }
    let isSigned = body["sign"]?.array?.first?.string == "jws"
    let signature: ((String, FakePaywall.Offer) -> String)? =
      isSigned ? { [self] in nextSignature($0, $1.id) } : nil
    return .object([
      "placement": .string(id), "reason": .string("default"), "revision": .string("fake"),
      "productIds": .array((paywall?.products ?? []).map { .string($0.id) }),
      "paywall": paywall?.json(signature: signature) ?? .null,
    ])
  }

  private func nextSignature(_ product: String, _ offer: String) -> String {
    lock.withLock {
      signatures += 1
      return "signed-\(product)-\(offer)-\(signatures)"
    }
  }

  private func sign(_ body: JSONValue) -> TransportResponse {
    let product = body["product"]?.string ?? ""
    let offer = body["offer"]?.string ?? ""
    if let refusal = lock.withLock({ refusals[offer] }) {
      return problem(refusal.status, refusal.code)
    }
    let placement = body["placement"]?.string ?? ""
    let shown = lock.withLock { paywalls[placement] }?.products.first { $0.id == product }
    guard let held = shown?.offers.first(where: { $0.id == offer }) else {
      return problem(409, "notOffered")
    }
    return json(
      .object([
        "product": .string(product),
        "offer": .object([
          "kind": .string(held.kind.rawValue), "id": .string(offer),
          "signature": .object(["jws": .string(nextSignature(product, offer))]),
        ]),
      ]))
  }

  private func transactions(_ body: JSONValue) -> TransportResponse {
    let texts = body["transactions"]?.array?.compactMap(\.string) ?? []
    let read = texts.compactMap { FakeKeptTransaction(jws: $0) }
    guard read.count == texts.count else { return problem(422, "notTrusted") }
    // A server does the same: each purchase that names no customer is a customer of its own.
    let app = body["appTransaction"]?.string.flatMap { FakeKeptTransaction.payload(of: $0) }
    let named = Set(
      read.filter(\.namesCustomer).map(\.customer)
        + [app?["appTransactionId"]?.string].compactMap(\.self))
    let customers = named.isEmpty ? Set(read.map(\.customer)) : named
    guard customers.count <= 1 else { return problem(422, "severalCustomers") }
    return json(
      lock.withLock {
        for transaction in read
        where !(kept[transaction.id].map { $0.isNewer(than: transaction) } ?? false) {
          kept[transaction.id] = transaction
        }
        let told = body["renewalInfo"]?.array?.compactMap(\.string) ?? []
        for renewal in told.compactMap({ FakeKeptRenewal(jws: $0) })
        where !(renewals[renewal.purchase].map { $0.isNewer(than: renewal) } ?? false) {
          renewals[renewal.purchase] = renewal
        }
        // A purchase has the name that the last of its transactions brought.
        let names = Dictionary(
          kept.values.filter(\.namesCustomer).sorted { $1.isNewer(than: $0) }
            .map { ($0.purchase, $0.customer) }
        ) { $1 }
        let asked = Set(customers.map { names[$0] ?? $0 })
        return FakeCustomerAnswer(
          kept: kept.values.filter {
            asked.isEmpty || asked.contains(names[$0.purchase] ?? $0.customer)
          },
          renewals: renewals, entitlements: entitlements, lengths: lengths, now: now(),
          account: body["attributes"]?["appAccountToken"]?.string
        ).json
      })
  }

  private func json(_ value: JSONValue, control: String = "no-store") -> TransportResponse {
    response(200, (try? JSONEncoder().encode(value)) ?? Data(), control: control)
  }

  private func problem(_ status: Int, _ code: String) -> TransportResponse {
    let problem = JSONValue.object([
      "code": .string(code), "status": .integer(Int64(status)), "detail": .string(code),
    ])
    return response(status, (try? JSONEncoder().encode(problem)) ?? Data())
  }

  private func response(
    _ status: Int, _ body: Data, control: String = "no-store"
  ) -> TransportResponse {
    TransportResponse(
      status: status,
      headers: [
        "Content-Type": "application/json", "Cache-Control": control,
        "Date": FakeDate.http(now()),
      ], body: body)
  }
}
