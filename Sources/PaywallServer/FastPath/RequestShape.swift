import HTTPTransport

/// What the requests of many visitors share: a plain GET of a placement without the parts that
/// differ for each visitor. Those are the ids, the entity tag of the copy, and the trace ids.
///
/// Phones of one country, language and version send requests of one shape, so a response rendered
/// for one can be sent to the next with an equal decision.
struct RequestShape {
  /// Equal for requests that differ only in those parts. Contains the API key sent.
  let key: Key
  /// Where the ids are in the request; `nil` if not sent.
  let userId: Range<Int>?
  let anonymousId: Range<Int>?

  /// `nil` for a request that no template can answer: with a preview, an age that changes with the
  /// clock, or a percent-encoded id.
  init?(_ get: PlainRequest) {
    let bytes = get.bytes
    var key: [UInt8] = []
    key.reserveCapacity(get.path.count + 128)
    var ids = (user: Range<Int>?.none, anonymous: Range<Int>?.none)
    let query = bytes[get.path].firstIndex(of: UInt8(ascii: "?")) ?? get.path.upperBound
    key += bytes[get.path.lowerBound..<query]
    var start = query
    while start < get.path.upperBound {
      // The `?` of the first item, the `&` of others, so that no path equals a query.
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

  /// Hashed as a whole; `[UInt8]` is hashed byte by byte.
  struct Key: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }

  /// Bytes: twice what an app with many attributes sends.
  private static let longest = 1024

  private enum Item { case userId, anonymousId, common }

  private static let separator = UInt8(ascii: "\n")
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
  }
}
