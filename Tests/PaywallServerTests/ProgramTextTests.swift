import Testing

@testable import PaywallServer

@Suite struct ProgramTextTests {
  @Test func `only code from files is unmapped, and nothing that can be written`() {
    let maps = """
      55d0a000-55d0b000 r--p 00000000 08:01 42                         /usr/bin/paywall
      55d0b000-55d0f000 r-xp 00001000 08:01 42                         /usr/bin/paywall
      55d0f000-55d10000 rw-p 00005000 08:01 42                         /usr/bin/paywall
      7f000000-7f001000 rwxp 00000000 08:01 43                         /usr/lib/odd.so
      7f100000-7f101000 r-xp 00000000 00:00 0
      7f200000-7f203000 r-xp 00000000 08:01 44                         /usr/lib/a library.so (deleted)
      7ffd0000-7ffd2000 r-xp 00000000 00:00 0                          [vdso]

      """
    #expect(
      ProgramText.ranges(in: maps) == [0x55d0_b000..<0x55d0_f000, 0x7f20_0000..<0x7f20_3000])
  }

  #if os(Linux)
  @Test func `pages that only the start needed are no memory of the process any more`() throws {
    let before = try #require(Self.residentFilePages)
    ProgramText.unmap()
    let after = try #require(Self.residentFilePages)
    #expect(after < before)
  }

  /// Kilobytes of files that are mapped and in memory.
  private static var residentFilePages: Int? {
    ProcessFigures.file("/proc/self/status")?.split(separator: "\n")
      .first { $0.hasPrefix("RssFile:") }?.split(separator: " ").dropLast().last.flatMap { Int($0) }
  }
  #endif
}
