import NIOPosix

/// The templates of one event loop for the release that it answers from. Its thread alone can
/// get at them (`ResponseTemplateCaches`), so they need no lock; that is what `Sendable` rests on.
final class ResponseTemplateCache: @unchecked Sendable {
  private var release: PreparedRelease?
  private var templates: [RequestShape.Key: ResponseTemplate] = [:]
  /// Bytes that all of them hold, roughly.
  private var size = 0
  /// Hashes of shapes that came once. What never comes again, such as a shape with a count that
  /// differs from phone to phone, is not kept.
  private var metOnce = [Int](repeating: 0, count: 4096)

  func template(_ key: RequestShape.Key, in release: PreparedRelease) -> ResponseTemplate? {
    guard release === self.release else {
      // What is known of an older release would keep it in memory.
      forget()
      self.release = release
      return nil
    }
    return templates[key]
  }

  /// Keeps a shape that came for the second time.
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

  /// Keeps an answer with its shape, as long as all of them have room.
  func remember(_ answer: TemplatedResponse, of template: ResponseTemplate) {
    guard take(answer.size) else { return }
    size -= template.remember(answer)
  }

  /// Makes room; where there is none, everything is forgotten, and what is common is soon back.
  ///
  /// - Returns: whether nothing had to be forgotten.
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

  /// Of one event loop; there is one for each core.
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
