import NIOPosix

/// The templates of one event loop for the release it serves. `Sendable` without a lock, because
/// only that loop's thread can reach them (`ResponseTemplateCaches`).
final class ResponseTemplateCache: @unchecked Sendable {
  private var release: PreparedRelease?
  private var templates: [RequestShape.Key: ResponseTemplate] = [:]
  /// Bytes of all templates, estimated.
  private var size = 0
  /// Hashes of shapes seen once. A shape that never repeats, such as one with a count that differs
  /// per phone, is not cached.
  private var metOnce = [Int](repeating: 0, count: 4096)

  func template(_ key: RequestShape.Key, in release: PreparedRelease) -> ResponseTemplate? {
    guard release === self.release else {
      // Templates of an older release would keep it in memory.
      forget()
      self.release = release
      return nil
    }
    return templates[key]
  }

  /// Caches a shape on its second request.
  func learn(
    _ key: RequestShape.Key, in release: PreparedRelease, _ template: () -> ResponseTemplate
  ) {
    guard release === self.release else { return }
    let hash = key.hashValue
    let place = Int(UInt(bitPattern: hash) % UInt(metOnce.count))
    guard metOnce[place] == hash else {
      metOnce[place] = hash
      return
    }
    guard take(key.bytes.count + 2048) else { return }
    templates[key] = template()
  }

  /// Adds a response to its template if the cache has room.
  func remember(_ answer: TemplatedResponse, of template: ResponseTemplate) {
    guard take(answer.size) else { return }
    size -= template.remember(answer)
  }

  /// Reserves room. If there is none, clears the cache; common shapes soon return.
  ///
  /// - Returns: whether the cache had room.
  private func take(_ bytes: Int) -> Bool {
    guard size + bytes <= Self.mostBytes else {
      forget()
      return false
    }
    size += bytes
    return true
  }

  private func forget() {
    templates.removeAll(keepingCapacity: true)
    size = 0
  }

  /// Per event loop; each core has one.
  private static let mostBytes = 8 << 20
}

/// The templates of the calling event loop.
struct ResponseTemplateCaches: Sendable {
  private let variable = ThreadSpecificVariable<ResponseTemplateCache>()

  var ofThisLoop: ResponseTemplateCache {
    if let cache = variable.currentValue { return cache }
    let cache = ResponseTemplateCache()
    variable.currentValue = cache
    return cache
  }
}
