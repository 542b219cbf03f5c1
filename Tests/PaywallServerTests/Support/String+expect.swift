import Testing

extension String {
  /// Expects an answer of a status that holds all of these texts.
  func expect(
    _ status: some LosslessStringConvertible, _ parts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(hasPrefix("\(status)\n"), "\(prefix(600))", sourceLocation: sourceLocation)
    expect(all: parts, sourceLocation)
  }

  func expect(has parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    expect(all: parts, sourceLocation)
  }

  private func expect(all parts: [String], _ sourceLocation: SourceLocation) {
    for part in parts {
      #expect(contains(part), "\(prefix(600))", sourceLocation: sourceLocation)
    }
  }
}
