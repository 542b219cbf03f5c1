import Foundation

/// How often a test with random input repeats: a few times on every run, and every time that is
/// worth it where `PAYWALL_TEST_ROUNDS` is `all`, as every night. The seed is fixed, so the few
/// rounds are the first of all.
///
/// - Parameter variable: an environment variable that asks for another number.
package func rounds(_ few: Int, all: Int, variable: String? = nil) -> Int {
  let asked = variable.flatMap { ProcessInfo.processInfo.environment[$0] }.flatMap(Int.init)
  return asked ?? (Rounds.areAll ? all : few)
}

private enum Rounds {
  static let areAll = ProcessInfo.processInfo.environment["PAYWALL_TEST_ROUNDS"] == "all"
}
