import Catalog
package import HTTPTransport
import HTTPTypes
package import NIOCore

extension FrontDoor {
  /// The whole response to the request that every launch of an app makes, a GET of a placement, if
  /// it can be answered as it should be. `nil` leaves the request to the framework, which answers
  /// the same by the same functions in the same order, refusals included (Transport.md, "Three ways,
  /// one policy").
  package func express(_ get: PlainGet, from peer: ClientAddress) -> ByteBuffer? {
    guard fastPath != .off, Self.isPlacement(get.bytes[get.path]) else { return nil }
    let start = ContinuousClock.now
    var entry = parts.entry(get, from: peer)
    // Without keys the values of such headers count, and the framework reads them.
    guard !entry.release.keys.isEmpty || !get.hasForeignHeader else { return nil }
    if isLogged { entry.trace = get.trace }
    let shape = usesTemplates ? RequestShape(get) : nil
    let known = shape.flatMap { shapes.mine.shape($0.key, in: entry.release) }
    let caller: Caller
    do throws(Problem) {
      try get.checkSize()
      caller = try entry.admit(payingRefusals: false) { () throws(Problem) in
        guard let known else {
          return try entry.gate.caller(get.head, keys: entry.release.keys, from: peer)
        }
        return try entry.gate.caller(known: known.caller, from: peer)
      }
    } catch {
      // A flood has to be cheap to refuse; somebody without a good key is told by the framework.
      guard error.code == .rateLimited else { return nil }
      finish(parts.metrics.placementGet, error.code.status.code, since: start, entry)
      return error.http1(requestId: entry.requestId, date: dates.text(at: parts.now()))
    }
    let familiar = shape.flatMap { shape in
      known.map { FamiliarGet(get, shape, $0, entry, since: start) }
    }
    if let response = familiar.flatMap(answer) { return response }
    guard let (question, reply) = try? placements.reply(to: get.head, caller, entry) else {
      entry.giveBack(1, caller)
      return nil
    }
    // What was passed over is counted for each request, and told apart by no answer.
    if let shape, reply.mayBeKept, question.ignored == IgnoredAttributes() {
      shapes.mine.met(shape.key, in: entry.release) {
        KnownShape(question, caller, in: entry.release)
      }
    }
    finish(parts.metrics.placementGet, reply.status.code, since: start, entry)
    return reply.http1(requestId: entry.requestId, date: dates.text(at: parts.now()))
  }

  /// A log of decisions holds more of each than a shape has.
  private var usesTemplates: Bool { fastPath == .on && parts.decisionLog == nil }

  /// Whether a request is answered from what was put together for others of its shape, on the event
  /// loop that asks; for tests.
  package func isFamiliar(_ get: PlainGet) -> Bool {
    guard usesTemplates, let shape = RequestShape(get) else { return false }
    return shapes.mine.shape(shape.key, in: parts.current.value) != nil
  }

  static let placementRoute = "/v1/placements/{placement}"
  private static let prefix = Array("/v1/placements/".utf8)

  /// `/v1/placements/` and one more part.
  private static func isPlacement(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.starts(with: prefix) else { return false }
    let rest = path.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "?") }
    return !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
  }
}
