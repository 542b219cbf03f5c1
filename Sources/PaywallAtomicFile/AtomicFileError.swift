#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Why a file was not written. The disk is unchanged.
package struct AtomicFileError: Error, Hashable, Sendable {
  package enum Step: String, CaseIterable, Sendable {
    case openFolder = "open"
    case make
    case write
    case flush
    case place = "rename"
    case flushFolder = "flush the names in"
  }

  package let step: Step
  /// The file, or the folder.
  package let path: String
  /// `errno` of the system.
  package let number: Int32

  init(_ step: Step, _ path: String, _ number: Int32 = errno) {
    self.step = step
    self.path = path
    self.number = number
  }

  /// A file of this name exists already.
  package var isThere: Bool { step == .place && number == EEXIST }

  /// The system's message.
  package var reason: String { unsafe String(cString: strerror(number)) }
}

extension AtomicFileError: CustomStringConvertible {
  package var description: String { "cannot \(step.rawValue) \(path): \(reason)" }
}
