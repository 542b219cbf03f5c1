import Foundation
import HTTPTransport
import PaywallDecisions
import PaywallCatalog

/// What the requests of many visitors share: a plain request about placements without the parts that
/// differ for each visitor. Those are the ids, when they were first seen, the entity tag of the copy,
/// and the trace ids.
///
/// Phones of one country, language and version send requests of one shape, so a response rendered
/// for one can be sent to the next with equal decisions.
struct RequestShape {
  /// Equal for requests that differ only in those parts. Contains the API key sent.
  let key: Key
  /// Where the ids are in the request; `nil` if not sent.
  private(set) var userId: Range<Int>?
  private(set) var anonymousId: Range<Int>?
  /// Where the body says when the visitor was first seen, and that time.
  private(set) var firstSeen: Range<Int>?
  private(set) var firstSeenTime: Timestamp?

  /// `nil` for a request that no template can answer: with a preview, an age that changes with the
  /// clock in a query, a percent-encoded id, or a time that cannot be read.
  init?(_ request: PlainRequest) {
    let bytes = request.bytes
    var key: [UInt8] = []
    key.reserveCapacity(request.end - request.path.lowerBound)
    let query = bytes[request.path].firstIndex(of: UInt8(ascii: "?")) ?? request.path.upperBound
    // Where a body says all, a query is a mistake.
    guard request.method == .get || query == request.path.upperBound else { return nil }
    key += bytes[request.path.lowerBound..<query]
    guard let ids = Self.ids(inQuery: query..<request.path.upperBound, bytes, &key) else {
      return nil
    }
    (userId, anonymousId) = ids
    key.append(Self.separator)
    key += bytes[request.host]
    for field in request.fields {
      key.append(Self.separator)
      key += bytes[field.name]
      guard case .common = field.header else { continue }
      key.append(UInt8(ascii: ":"))
      key += bytes[field.value]
    }
    if request.method == .post {
      key.append(Self.startOfBody)
      guard let own = BodyShape(of: request, &key) else { return nil }
      (userId, anonymousId, firstSeen) = (own.userId, own.anonymousId, own.firstSeen)
      // A text that is no time is ignored, and counted as that: other visitors' is not.
      if let firstSeen {
        guard let time = Timestamp(rfc3339Bytes: request.bytes[firstSeen]) else { return nil }
        firstSeenTime = time
      }
    }
    guard key.count <= Self.longest else { return nil }
    self.key = Key(bytes: key)
  }

  /// Adds a query to the key, without the ids.
  private static func ids(
    inQuery query: Range<Int>, _ bytes: [UInt8], _ key: inout [UInt8]
  ) -> (user: Range<Int>?, anonymous: Range<Int>?)? {
    var ids = (user: Range<Int>?.none, anonymous: Range<Int>?.none)
    var start = query.lowerBound
    while start < query.upperBound {
      // The `?` of the first item, the `&` of others, so that no path equals a query.
      key.append(bytes[start])
      start += 1
      let end = bytes[start..<query.upperBound].firstIndex(of: UInt8(ascii: "&"))
      let item = start..<(end ?? query.upperBound)
      guard let name = name(of: bytes[item]) else { return nil }
      switch name {
      case .userId, .anonymousId:
        let word = name == .userId ? userIdItem : anonymousIdItem
        let value = item.lowerBound + word.count..<item.upperBound
        guard isPlainId(bytes[value]), ids.user == nil || name != .userId,
          ids.anonymous == nil || name != .anonymousId
        else { return nil }
        if name == .userId { ids.user = value } else { ids.anonymous = value }
        key += word
      case .common: key += bytes[item]
      }
      start = item.upperBound
    }
    return ids
  }

  /// Hashed and compared as a whole; `[UInt8]` is byte by byte.
  struct Key: Hashable {
    let bytes: [UInt8]

    static func == (left: Key, right: Key) -> Bool {
      guard left.bytes.count == right.bytes.count else { return false }
      return unsafe left.bytes.withUnsafeBytes { mine in
        unsafe right.bytes.withUnsafeBytes { other in
          guard let left = mine.baseAddress, let right = other.baseAddress else {
            return true
          }
          return unsafe memcmp(left, right, mine.count) == 0
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  /// Bytes: twice what an app with many attributes sends.
  private static let longest = 2048

  private enum Item { case userId, anonymousId, common }

  private static let separator = UInt8(ascii: "\n")
  /// Occurs in no head, so that no body passes for headers.
  private static let startOfBody = UInt8(ascii: "\r")
  private static let userIdItem = Array("userId=".utf8)
  private static let anonymousIdItem = Array("anonymousId=".utf8)
  private static let declared = Array("attr.".utf8)
  private static let ownNames = ["preview", "firstSeen", "userId", "anonymousId"].map {
    Array($0.utf8)
  }

  /// The kind of a query item; `nil` for one that no template can answer.
  private static func name(of item: ArraySlice<UInt8>) -> Item? {
    if item.starts(with: userIdItem) { return .userId }
    if item.starts(with: anonymousIdItem) { return .anonymousId }
    var name = item.prefix { $0 != UInt8(ascii: "=") }
    if name.starts(with: declared) { name = name.dropFirst(declared.count) }
    guard !name.contains(UInt8(ascii: "%")),
      !ownNames.contains(where: { $0.elementsEqual(name) })
    else { return nil }
    return .common
  }

  /// Whether an id has 1 to 256 characters without percent-encoding.
  private static func isPlainId(_ value: ArraySlice<UInt8>) -> Bool {
    (1...256).contains(value.count) && !value.contains(UInt8(ascii: "%"))
      && !PlaceholderId.contains(utf8: value)
  }
}
