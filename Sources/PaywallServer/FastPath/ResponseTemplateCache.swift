import NIOPosix

/// The shapes that one event loop has met in the release that it answers from. Its thread alone can
/// get at them (`ShapesOfLoops`), so they need no lock; that is what `Sendable` rests on.
final class KnownShapes: @unchecked Sendable {
  private var release: PreparedRelease?
  private var shapes: [RequestShape.Key: KnownShape] = [:]
  /// Bytes that all of them hold, roughly.
  private var size = 0
  /// Hashes of shapes that came once. What never comes again, such as a shape with a count that
  /// differs from phone to phone, is not kept.
  private var metOnce = [Int](repeating: 0, count: 4096)

  func shape(_ key: RequestShape.Key, in release: PreparedRelease) -> KnownShape? {
    guard release === self.release else {
      // What is known of an older release would keep it in memory.
      forget()
      self.release = release
      return nil
    }
    return shapes[key]
  }

  /// Keeps a shape that came for the second time.
  func met(_ key: RequestShape.Key, in release: PreparedRelease, _ shape: () -> KnownShape) {
    guard release === self.release else { return }
    let hash = key.hashValue
    let place = Int(UInt(bitPattern: hash) % UInt(metOnce.count))
    guard metOnce[place] == hash else {
      metOnce[place] = hash
      return
    }
    guard take(key.bytes.count + 2048) else { return }
    shapes[key] = shape()
  }

  /// Keeps an answer with its shape, as long as all of them have room.
  func remember(_ answer: KnownAnswer, of shape: KnownShape) {
    guard take(answer.size) else { return }
    size -= shape.remember(answer)
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
    shapes.removeAll(keepingCapacity: true)
    size = 0
  }

  /// Of one event loop; there is one for each core.
  private static let mostBytes = 8 << 20
}

/// The shapes of the event loop that asks.
struct ShapesOfLoops: Sendable {
  private let variable = ThreadSpecificVariable<KnownShapes>()

  var mine: KnownShapes {
    if let shapes = variable.currentValue { return shapes }
    let shapes = KnownShapes()
    variable.currentValue = shapes
    return shapes
  }
}
