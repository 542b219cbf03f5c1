import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine code of the program and its libraries, which the system maps from their files.
enum ProgramText {
  /// Takes its pages out of the memory of this process. The start runs through most of the code, and
  /// requests through little of it, whose pages come back from the system's cache on their next use.
  /// Nothing is lost: code is not written to.
  static func unmap(_ maps: String? = ProcessFigures.file("/proc/self/maps")) {
    #if os(Linux)
    for range in ranges(in: maps ?? "") {
      unsafe madvise(
        UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
    #endif
  }

  /// The addresses of code from files; of the form `7f10-7f20 r-xp 00000000 08:01 42  /bin/x`.
  static func ranges(in maps: String) -> [Range<UInt>] {
    maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
  }
}

/// Unmaps the code of the start once the tasks that it began have run too.
struct ProgramTextService: Service {
  func run() async throws {
    await cancelWhenGracefulShutdown {
      // Listening is followed by first looks at files and by the first flush: nothing tells their end.
      try? await Task.sleep(for: .seconds(6))
      ProgramText.unmap()
    }
    try? await gracefulShutdown()
  }
}
