package import ArgumentParser

extension ParsableArguments {
  /// Ends the command line unless a rule about its options holds.
  package func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws {
    guard holds else { throw ValidationError(rule()) }
  }
}

extension ClosedRange<Int> {
  /// Ends the command line if the value of an option lies outside.
  package func check(_ value: Int, of option: String) throws {
    guard contains(value) else {
      throw ValidationError("\(option) takes \(lowerBound) to \(upperBound).")
    }
  }
}
