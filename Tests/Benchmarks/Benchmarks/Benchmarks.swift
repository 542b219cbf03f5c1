// Prints one figure a line, `name value unit`, for `run` to set beside a peer of the same run.

@main
struct Benchmarks {
  static func main() throws {
    try DecisionBenchmark().run()
    try LoadingBenchmark().run()
    try SigningBenchmark().run()
    try VerificationBenchmark().run()
  }
}

/// Prints a figure.
func figure(_ name: String, _ value: Double, _ unit: String) {
  let hundredths = (value * 100).rounded() / 100
  print(name, hundredths, unit)
}

/// Runs a piece of work several times and gives the shortest time of one, in seconds.
func shortest(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
  var best = Duration.seconds(3600)
  for _ in 0..<runs {
    best = min(best, try ContinuousClock().measure(work))
  }
  let (seconds, attoseconds) = best.components
  return Double(seconds) + Double(attoseconds) * 1e-18
}
