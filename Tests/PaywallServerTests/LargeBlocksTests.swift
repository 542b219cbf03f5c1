#if canImport(Glibc)
import CMalloc
import Testing

@testable import PaywallServer

@Suite("Large blocks of memory")
struct LargeBlocksTests {
  @Test("a large block is mapped for itself, also after a larger one was freed")
  func mapped() {
    LargeBlocks.giveBack()
    // Longer than what is free in a heap: such a gap would be used first.
    let mebibyte = 1024 * 1024
    unsafe free(malloc(30 * mebibyte))
    let block = unsafe malloc(24 * mebibyte)
    defer { unsafe free(block) }
    let bytes = unsafe malloc_usable_size(block)
    // It has whole pages to itself, less a header.
    let (page, header) = (4_096, 16)
    #expect((bytes + header) % page == 0)
  }
}
#endif
