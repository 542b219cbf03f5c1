import CMalloc

/// The memory of large blocks, such as the bodies of requests.
enum LargeBlocks {
  /// Bytes. A block of this length or more goes back to the system when it is freed.
  static let least = 128 * 1024

  /// The GNU C library begins with this length and raises it with each block that is freed, up to
  /// 32 MiB. What it then keeps for itself lies between blocks in use, in pieces that fit none.
  static func giveBack() {
    #if canImport(Glibc)
    mallopt(M_MMAP_THRESHOLD, Int32(least))
    #endif
  }
}
