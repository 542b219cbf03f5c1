/// Whether two numbers differ by no more than a part of the expected one.
func isClose(_ value: Double, _ expected: Double, _ part: Double) -> Bool {
  abs(value - expected) <= part * abs(expected)
}

func isClose(_ value: Double?, _ expected: Double, _ part: Double) -> Bool {
  value.map { isClose($0, expected, part) } ?? false
}
