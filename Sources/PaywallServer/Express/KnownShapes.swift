import NIOPosix

/// The shapes that one event loop has met in the release that it answers from. Its thread alone can
/// get at them (`ShapesOfLoops`), so they need no lock; that is what `Sendable` rests on.
final class KnownShapes: @unchecked Sendable {
  private var release: PreparedRelease?
  private var shapes: [[UInt8]: KnownShape] = [:]
  /// Hashes of shapes that came once. What never comes again, such as a shape with a count that
  /// differs from phone to phone, is not kept.
  private var metOnce = [Int](repeating: 0, count: 4096)

  func shape(_ key: [UInt8], in release: PreparedRelease) -> KnownShape? {
    guard release === self.release else { return nil }
    return shapes[key]
  }

  /// Keeps a shape that came for the second time.
  func met(_ key: [UInt8], in release: PreparedRelease, _ shape: () -> KnownShape) {
    if release !== self.release {
      self.release = release
      shapes.removeAll(keepingCapacity: true)
    }
    let hash = key.hashValue
    let place = Int(UInt(bitPattern: hash) % UInt(metOnce.count))
    guard metOnce[place] == hash else {
      metOnce[place] = hash
      return
    }
    if shapes.count == Self.capacity { shapes.removeAll(keepingCapacity: true) }
    shapes[key] = shape()
  }

  /// Some 2 kB each with its answers.
  private static let capacity = 2048
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
