/// Notices a listing that leads back to a page that was read.
package struct CursorGuard: Sendable {
  private var seen: Set<Int> = []

  package init() {}

  /// True if the cursor was not seen before.
  package mutating func isNew(_ cursor: String) -> Bool {
    // Sixty-four bits of a hash each: a listing of thousands of pages costs some kilobytes.
    seen.insert(cursor.hashValue).inserted
  }
}
