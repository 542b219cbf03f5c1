import Catalog
import HTTPTypes
package import NIOCore

extension FrontDoor {
  /// The whole response to the request that every launch of an app makes, a GET of a placement, if
  /// it can be answered as it should be. `nil` leaves the request to the framework, which answers
  /// the same by the same functions, refusals included.
  package func express(_ get: PlainGet, from peer: ClientAddress) -> ByteBuffer? {
    guard Self.isPlacement(get.bytes[get.path]) else { return nil }
    let start = ContinuousClock.now
    let release = parts.current.value
    // Whoever logs every request wants to know more of each than a shape does.
    let shape = isLogged || parts.decisionLog != nil ? nil : RequestShape(get)
    if let shape, let known = shapes.mine.shape(shape.key, in: release) {
      let familiar = FamiliarGet(get, shape, known, in: release, from: peer, since: start)
      if let response = answer(familiar) { return response }
    }
    let head = get.head
    let requestId = requestId(of: head)
    var entry = parts.entry(head, requestId, from: peer)
    if isLogged { entry.trace = trace(of: head) }
    do throws(Problem) {
      try checkHeaders(of: head)
      // Every role includes a visitor's.
      let caller = try parts.gate.caller(head, keys: entry.release.keys)
      if let refusal = refusal(of: caller, entry) {
        finish(parts.metrics.placementGet, refusal.code.status.code, since: start, entry)
        return refusal.http1(requestId: requestId, date: dates.text(at: parts.now()))
      }
      guard let (question, reply) = try? placements.reply(to: head, caller, entry) else {
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
      return reply.http1(requestId: requestId, date: dates.text(at: parts.now()))
    } catch {
      return nil
    }
  }

  /// Why a caller who sends too much gets nothing; told at once, as a flood has to be cheap.
  func refusal(of caller: Caller, _ entry: RequestScope.Entry) -> Problem? {
    do throws(Problem) {
      try entry.charge(1, caller)
      return nil
    } catch {
      return error
    }
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
