import NIOPosix

/// The templates of one event loop for one release. Only the thread of that event loop can reach them
/// (`EventLoopTemplateCaches`), so they need no lock; `Sendable` rests on that.
final class ResponseTemplateCache: @unchecked Sendable {
  private var release: PreparedRelease?
  private var templates: [RequestShape.Key: ResponseTemplate] = [:]
  /// Approximate bytes of all templates.
  private var size = 0
  /// Hashes of shapes that came once. A shape that never comes again, such as one with a counter that
  /// differs from phone to phone, gets no template.
  private var seenOnce = [Int](repeating: 0, count: 4096)

  func template(for key: RequestShape.Key, in release: PreparedRelease) -> ResponseTemplate? {
    guard release === self.release else {
      // The templates of an older release would keep it in memory.
      removeAll()
      self.release = release
      return nil
    }
    return templates[key]
  }

  /// Notes a request without a template; the second of its shape makes one.
  func note(
    _ key: RequestShape.Key, in release: PreparedRelease, _ template: () -> ResponseTemplate
  ) {
    guard release === self.release else { return }
    let hash = key.hashValue
    let index = Int(UInt(bitPattern: hash) % UInt(seenOnce.count))
    guard seenOnce[index] == hash else {
      seenOnce[index] = hash
      return
    }
    guard reserve(key.bytes.count + 2048) else { return }
    templates[key] = template()
  }

  /// Adds a response to its template, if all of them have room for it.
  func add(_ response: TemplateResponse, to template: ResponseTemplate) {
    guard reserve(response.size) else { return }
    size -= template.add(response)
  }

  /// Reserves bytes. If they do not fit, removes all templates; common ones are soon back.
  ///
  /// - Returns: whether the bytes fit.
  private func reserve(_ bytes: Int) -> Bool {
    guard size + bytes <= Self.capacity else {
      removeAll()
      return false
    }
    size += bytes
    return true
  }

  private func removeAll() {
    templates.removeAll(keepingCapacity: true)
    size = 0
  }

  /// Bytes for each event loop, of which there is one for each core.
  private static let capacity = 8 << 20
}

/// One cache for each event loop.
struct EventLoopTemplateCaches: Sendable {
  private let variable = ThreadSpecificVariable<ResponseTemplateCache>()

  /// The cache of the current event loop.
  var current: ResponseTemplateCache {
    if let cache = variable.currentValue { return cache }
    let cache = ResponseTemplateCache()
    variable.currentValue = cache
    return cache
  }
}
