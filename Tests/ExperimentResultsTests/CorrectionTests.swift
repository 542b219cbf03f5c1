import ExperimentResults
import Testing

struct CorrectionTests {
  static let values = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]

  /// `multipletests` of statsmodels.
  @Test(
    arguments: [
      (.holm, [0.01, 0.072, 0.312, 0.312, 0.312, 0.312, 0.312, 0.615, 0.615, 0.615]),
      (.benjaminiHochberg, [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.74 / 7, 0.216, 0.216, 0.216]),
    ] as [(Correction, [Double])])
  func `corrected values are those of statsmodels`(_ correction: Correction, _ expected: [Double]) {
    for (value, right) in zip(correction.adjusted(Self.values), expected) {
      #expect(isClose(value, right, 1e-12))
    }
    // In another order they stay with their questions.
    let turned = correction.adjusted(Self.values.reversed())
    for (value, right) in zip(turned.reversed(), expected) { #expect(isClose(value, right, 1e-12)) }
  }

  @Test(arguments: Correction.allCases)
  func `nothing is corrected for itself alone`(_ correction: Correction) {
    #expect(correction.adjusted([]) == [])
    #expect(correction.adjusted([0.03]) == [0.03])
    #expect(correction.adjusted([0.9, 0.8]).allSatisfy { $0 <= 1 })
  }
}
