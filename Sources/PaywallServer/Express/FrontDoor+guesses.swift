import Catalog
import HTTPTypes
package import NIOCore

extension FrontDoor {
  /// The whole response to somebody without a good key from an address that has used up its guesses,
  /// who is told so and loses the connection: each guess comes on a connection of its own, so the
  /// framework would be set up for every one. `nil` leaves the request to the framework, which
  /// answers the same (Transport.md, "Three ways, one policy").
  package func refuseGuess(
    _ bytes: [UInt8], from position: Int, _ peer: ClientAddress
  ) -> ByteBuffer? {
    // Most have guesses left, and for them this is all.
    guard fastPath != .off, parts.limiter.isEmpty(.unknownKey, BucketOwner(network: peer.network)),
      !parts.proxies.contains(peer), !parts.current.value.keys.isEmpty,
      let head = LastRequest.head(bytes, from: position), let route = keyedRoute(of: head)
    else { return nil }
    let start = ContinuousClock.now
    let entry = parts.entry(head, from: peer)
    do throws(Problem) {
      try head.checkSize()
      _ = try entry.gate.caller(head, keys: entry.release.keys, from: peer)
      return nil
    } catch {
      guard error.code != .headersTooLarge else { return nil }
    }
    do throws(Problem) {
      try entry.chargeUnknownKey()
      parts.limiter.giveBack(1, .unknownKey, BucketOwner(network: entry.address.network))
      return nil
    } catch {
      finish(
        parts.metrics.requests.meter(route: route, method: MethodLabel(head.method)),
        error.code.status.code, since: start, entry)
      return error.http1(requestId: entry.requestId, date: dates.text(at: parts.now()))
    }
  }

  /// The pattern of a route that asks for a key.
  private func keyedRoute(of head: HTTPRequest) -> String? {
    let parts = RouteTable.parts((head.path ?? "").prefix { $0 != "?" })
    return description.routes.first { route in
      guard route.standing != .none, route.operation.method == head.method else { return false }
      let pattern = RouteTable.parts(route.operation.path)
      return pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0.first == "{" || $0.utf8.elementsEqual($1.utf8) }
    }?.operation.path
  }
}
