import HTTPTransport

/// What the requests of many visitors have in common: a plain GET of a placement without what is
/// each visitor's own, which is their ids, the tag of their copy, and the names under which their
/// request is followed.
///
/// Phones of one country, language and version send the same but for that, so an answer that was
/// put together for one of them is looked up for the next, once it is decided for them.
struct RequestShape {
  /// Equal for requests that are told apart by nothing else. Holds the API key that was sent, for as
  /// long as the shape is known.
  let key: Key
  /// Where the ids stand; absent where none was sent.
  let userId: Range<Int>?
  let anonymousId: Range<Int>?

  /// `nil` for a request that is answered as it comes: with a preview, with an age that moves with
  /// the clock, or with an id that has to be decoded first.
  init?(_ get: PlainGet) {
    let bytes = get.bytes
    var key: [UInt8] = []
    key.reserveCapacity(get.path.count + 128)
    var ids = (user: Range<Int>?.none, anonymous: Range<Int>?.none)
    let query = bytes[get.path].firstIndex(of: UInt8(ascii: "?")) ?? get.path.upperBound
    key += bytes[get.path.lowerBound..<query]
    var start = query
    while start < get.path.upperBound {
      // The `?` of the first item, the `&` of the others: no path reads like a query.
      key.append(bytes[start])
      start += 1
      let end = bytes[start..<get.path.upperBound].firstIndex(of: UInt8(ascii: "&"))
      let item = start..<(end ?? get.path.upperBound)
      guard let name = Self.name(of: bytes[item]) else { return nil }
      switch name {
      case .userId, .anonymousId:
        let word = name == .userId ? Self.userIdItem : Self.anonymousIdItem
        let value = item.lowerBound + word.count..<item.upperBound
        guard Self.isPlainId(bytes[value]), ids.user == nil || name != .userId,
          ids.anonymous == nil || name != .anonymousId
        else { return nil }
        if name == .userId { ids.user = value } else { ids.anonymous = value }
        key += word
      case .common: key += bytes[item]
      }
      start = item.upperBound
    }
    key.append(Self.separator)
    key += bytes[get.host]
    for field in get.fields {
      key.append(Self.separator)
      key += bytes[field.name]
      guard case .common = field.header else { continue }
      key.append(UInt8(ascii: ":"))
      key += bytes[field.value]
    }
    guard key.count <= Self.longest else { return nil }
    self.key = Key(bytes: key)
    userId = ids.user
    anonymousId = ids.anonymous
  }

  /// Hashed as one piece; an array of bytes is hashed byte by byte.
  struct Key: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  /// Bytes; twice what an app with many attributes sends.
  private static let longest = 1024

  private enum Item { case userId, anonymousId, common }

  private static let separator = UInt8(ascii: "\n")
  private static let userIdItem = Array("userId=".utf8)
  private static let anonymousIdItem = Array("anonymousId=".utf8)
  private static let declared = Array("attr.".utf8)
  private static let ownNames = ["preview", "firstSeen", "userId", "anonymousId"].map {
    Array($0.utf8)
  }

  /// What an item of the query is; `nil` for one that keeps the request from being common.
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

  /// Of 1 to 256 characters that stand for themselves.
  private static func isPlainId(_ value: ArraySlice<UInt8>) -> Bool {
    (1...256).contains(value.count) && !value.contains(UInt8(ascii: "%"))
  }
}
