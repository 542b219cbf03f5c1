/// How long an answer may be used (RFC 9111, RFC 5861); seconds.
struct CacheControl: Equatable, Codable, Sendable {
  var maxAge: Int64 = 0
  var whileRevalidate: Int64 = 0
  var ifError: Int64 = 0
  var mayBeStored = true

  /// A directive that cannot be read is ignored.
  init(_ header: String?) {
    for directive in (header ?? "").split(separator: ",") {
      let pair = directive.split(separator: "=", maxSplits: 1).map {
        $0.filter { $0 != " " && $0 != "\"" }.lowercased()
      }
      let seconds = pair.count > 1 ? Int64(pair[1]).map { max(0, $0) } : nil
      switch pair.first {
      case "no-store": mayBeStored = false
      case "no-cache": maxAge = 0
      case "max-age": maxAge = seconds ?? 0
      case "stale-while-revalidate": whileRevalidate = seconds ?? 0
      case "stale-if-error": ifError = seconds ?? 0
      default: break
      }
    }
  }

  /// Returns how an answer of a certain age may be used.
  func usefulness(at age: Duration) -> Usefulness {
    let seconds = age.milliseconds / 1000
    if seconds < maxAge { return .fresh }
    if seconds < maxAge &+ whileRevalidate { return .whileRevalidating }
    if seconds < maxAge &+ ifError { return .ifError }
    return .tooOld
  }

  enum Usefulness: Comparable {
    case tooOld
    /// Usable when the server cannot be asked.
    case ifError
    /// Usable at once, while a new answer is fetched in the background.
    case whileRevalidating
    /// Usable at once.
    case fresh
  }
}
