import HTTPTransport

/// A route of placements whose plain requests are answered at the socket, found by the bytes of a
/// path.
enum PlacementRoute {
  case get, post, batch

  private static let path = Array("/v1/placements".utf8)

  /// `nil` for another route, and for a body that is long enough to be counted or charged by its bytes.
  init?(_ request: PlainRequest) {
    let path = request.bytes[request.path]
    guard path.starts(with: Self.path), request.body.count <= BodyBudget.freeBytes else {
      return nil
    }
    let rest = path.dropFirst(Self.path.count).prefix { $0 != UInt8(ascii: "?") }
    if rest.isEmpty, request.method == .post {
      self = .batch
    } else if rest.first == UInt8(ascii: "/"), rest.count > 1,
      !rest.dropFirst().contains(UInt8(ascii: "/"))
    {
      self = request.method == .get ? .get : .post
    } else {
      return nil
    }
  }

  func meter(_ metrics: ServerMetrics) -> RouteMeter {
    switch self {
    case .get: metrics.placementGet
    case .post: metrics.placementPost
    case .batch: metrics.placementsPost
    }
  }
}
