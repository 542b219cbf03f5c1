import HTTPTransport
import Testing

@Suite("Limit of open files")
struct FileLimitTests {
  /// 256 files are reserved for other uses than connections.
  @Test(
    "allows what was asked for if there is room, and 20,000 connections at most unasked",
    arguments: [
      (nil, 1024, 768), (nil, 1 << 20, 20_000), (nil, 100, 1), (768, 1024, 768), (769, 1024, nil),
      (50_000, 1 << 20, 50_000),
    ] as [(Int?, Int, Int?)])
  func connections(_ asked: Int?, _ files: Int, _ allowed: Int?) {
    #expect(FileLimit.connections(asked, files: files) == allowed)
  }
}
