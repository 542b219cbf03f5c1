import ArgumentParser

extension ClosedRange<Int> {
  /// Ends the command line if the value of an option lies outside.
  package func check(_ value: Int, of option: String) throws {
    guard contains(value) else {
      throw ValidationError("\(option) takes \(lowerBound) to \(upperBound).")
    }
  }
}
