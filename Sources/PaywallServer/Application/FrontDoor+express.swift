package import HTTPTypes
package import NIOCore

extension FrontDoor {
  /// The whole response to the request that every launch of an app makes, a GET of a placement, if
  /// it can be answered as it should be. `nil` leaves the request to the framework, which answers
  /// the same by the same functions, refusals included.
  package func express(_ head: HTTPRequest, from peer: ClientAddress) -> ByteBuffer? {
    guard head.method == .get, let path = head.path, Self.isPlacement(path.utf8) else { return nil }
    let start = ContinuousClock.now
    let requestId = requestId(of: head)
    var entry = parts.entry(head, requestId, from: peer)
    if isLogged { entry.trace = trace(of: head) }
    do throws(Problem) {
      try checkHeaders(of: head)
      // Every role includes a visitor's.
      let caller = try parts.gate.caller(head, keys: entry.release.keys)
      if let refusal = refusal(of: caller, entry) {
        finish(parts.metrics.placementGet, refusal.code.status, since: start, entry)
        return refusal.http1(requestId: requestId, date: dates.text(at: parts.now()))
      }
      guard let reply = try? placements.reply(to: head, entry) else {
        entry.giveBack(1, caller)
        return nil
      }
      finish(parts.metrics.placementGet, reply.status, since: start, entry)
      return reply.http1(requestId: requestId, date: dates.text(at: parts.now()))
    } catch {
      return nil
    }
  }

  /// Why a caller who sends too much gets nothing; told at once, as a flood has to be cheap.
  private func refusal(of caller: Caller, _ entry: RequestScope.Entry) -> Problem? {
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
  private static func isPlacement(_ path: String.UTF8View) -> Bool {
    guard path.starts(with: prefix) else { return false }
    let rest = path.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "?") }
    return !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
  }
}
