import Catalog
package import HTTPTransport
import HTTPTypes
package import NIOCore

extension FrontDoor {
  /// The complete response to a GET of a placement, which every launch of an app sends. `nil` leaves
  /// the request to the framework, which calls the same functions in the same order (FastPath.md,
  /// "Three ways, one policy").
  package func fastResponse(_ get: PlainGet, from peer: ClientAddress) -> ByteBuffer? {
    guard fastPath != .off, Self.isPlacement(get.bytes[get.path]) else { return nil }
    let start = ContinuousClock.now
    var entry = parts.entry(get, from: peer)
    // A server without keys checks the values of such headers in the framework's way.
    guard !entry.release.keys.isEmpty || !get.hasForeignHeader else { return nil }
    if isLogged { entry.trace = get.trace }
    let shape = usesTemplates ? RequestShape(get) : nil
    let template = shape.flatMap { templates.current.template(for: $0.key, in: entry.release) }
    let caller: Caller
    do throws(Problem) {
      try get.checkSize()
      caller = try entry.admit(payingRefusals: false) { () throws(Problem) in
        guard let template else {
          return try entry.gate.caller(get.head, keys: entry.release.keys, from: peer)
        }
        return try entry.gate.caller(known: template.caller, from: peer)
      }
    } catch {
      // A flood must be cheap to refuse; the framework refuses a missing or wrong key.
      guard error.code == .rateLimited else { return nil }
      finish(parts.metrics.placementGet, error.code.status.code, since: start, entry)
      return error.http1(requestId: entry.requestId, date: dates.text(at: parts.now()))
    }
    let request = shape.flatMap { shape in
      template.map { TemplateRequest(get, shape, $0, entry, since: start) }
    }
    if let response = request.flatMap({ self.response(to: $0) }) { return response }
    guard let (question, reply) = try? placements.reply(to: get.head, caller, entry) else {
      entry.giveBack(1, caller)
      return nil
    }
    // Ignored attributes are counted for each request, which a template would skip.
    if let shape, reply.mayBeKept, question.ignored == IgnoredAttributes() {
      templates.current.note(shape.key, in: entry.release) {
        ResponseTemplate(question, caller, in: entry.release)
      }
    }
    finish(parts.metrics.placementGet, reply.status.code, since: start, entry)
    return reply.http1(requestId: entry.requestId, date: dates.text(at: parts.now()))
  }

  /// The decision log needs more of each request than a template keeps.
  private var usesTemplates: Bool { fastPath == .on && parts.decisionLog == nil }

  /// Whether the current event loop would answer the request from a template; for tests.
  package func hasTemplate(for get: PlainGet) -> Bool {
    guard usesTemplates, let shape = RequestShape(get) else { return false }
    return templates.current.template(for: shape.key, in: parts.current.value) != nil
  }

  static let placementRoute = "/v1/placements/{placement}"
  private static let prefix = Array("/v1/placements/".utf8)

  /// Whether the path is `/v1/placements/` and one more segment.
  private static func isPlacement(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.starts(with: prefix) else { return false }
    let rest = path.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "?") }
    return !rest.isEmpty && !rest.contains(UInt8(ascii: "/"))
  }
}
