import Dispatch

/// How many threads a piece of work may use at a time. The results are the same.
package enum Concurrency: Sendable {
  /// The calling thread: for a server, whose other threads answer requests.
  case oneThread
  /// A thread for each core: for a command that someone waits for.
  case allCores

  /// Works on consecutive parts of `0..<count`, and returns their results in order.
  ///
  /// - Parameter least: the size of a part below which a thread costs more than it saves.
  package func parts<Result: Sendable>(
    of count: Int, atLeast least: Int = 64, _ work: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let ranges = Self.ranges(of: count, atLeast: least)
    guard self == .allCores, ranges.count > 1 else { return ranges.map(work) }
    // Without a lock, because each part has a place of its own.
    nonisolated(unsafe) let places = UnsafeMutableBufferPointer<Result?>.allocate(
      capacity: ranges.count)
    unsafe places.initialize(repeating: nil)
    defer {
      unsafe places.deinitialize()
      unsafe places.deallocate()
    }
    DispatchQueue.concurrentPerform(iterations: ranges.count) { number in
      unsafe places[number] = work(ranges[number])
    }
    return unsafe places.compactMap { $0 }
  }

  /// The results for each element, in order.
  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], atLeast least: Int = 64, _ work: @Sendable (Element) -> Result
  ) -> [Result] {
    parts(of: elements.count, atLeast: least) { elements[$0].map(work) }.flatMap { $0 }
  }

  /// Several parts for each core, so that none is idle while another works on the last one.
  private static let mostParts = 32

  private static func ranges(of count: Int, atLeast least: Int) -> [Range<Int>] {
    let number = max(1, min(mostParts, count / max(1, least)))
    return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
  }
}
