/// A decimal number in units of its last digit: with two digits `9.9` is 990. `nil` for one with more
/// digits behind the point, or more than `whole` before it.
func decimal(_ text: String, digits: Int, whole most: Int = 9) -> Int64? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let fraction = parts.count == 2 ? String(parts[1]) : ""
  guard parts.count <= 2, let whole = parts.first, (1...most).contains(whole.utf8.count),
    fraction.utf8.count <= digits, parts.count == 1 || !fraction.isEmpty,
    (String(whole) + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) })
  else { return nil }
  return Int64(whole + fraction + String(repeating: "0", count: digits - fraction.utf8.count))
}
