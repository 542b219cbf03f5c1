/// All that the statistics need of the persons of one arm: the number of persons, and exact sums,
/// squares and products of up to three whole numbers of each person.
///
/// The unit of a value is the metric's: 0 or 1 of a proportion, a count, milliunits of money. Sums are
/// integers, so that adding arms, days and aggregates in any order gives the same result; a sum stays
/// at the bounds of 128 bits instead of overflowing.
package struct Moments: Hashable, Sendable {
  /// Persons, those with the value 0 included.
  package var units: Int
  /// The sum of the value, or of the numerator of a ratio.
  package var sum: Int128
  package var squares: Int128
  /// The sum of the denominator of a ratio; 0 for the other kinds.
  package var denominatorSum: Int128
  package var denominatorSquares: Int128
  /// The sum of numerator · denominator.
  package var ratioProducts: Int128
  /// The sum of the covariate: what is known of the person from before the exposure.
  package var covariateSum: Int128
  package var covariateSquares: Int128
  /// The sum of value · covariate.
  package var covariateProducts: Int128
  /// The sum of denominator · covariate.
  package var denominatorCovariateProducts: Int128

  package init(
    units: Int = 0, sum: Int128 = 0, squares: Int128 = 0, denominatorSum: Int128 = 0,
    denominatorSquares: Int128 = 0, ratioProducts: Int128 = 0, covariateSum: Int128 = 0,
    covariateSquares: Int128 = 0, covariateProducts: Int128 = 0,
    denominatorCovariateProducts: Int128 = 0
  ) {
    self.units = units
    self.sum = sum
    self.squares = squares
    self.denominatorSum = denominatorSum
    self.denominatorSquares = denominatorSquares
    self.ratioProducts = ratioProducts
    self.covariateSum = covariateSum
    self.covariateSquares = covariateSquares
    self.covariateProducts = covariateProducts
    self.denominatorCovariateProducts = denominatorCovariateProducts
  }

  /// Makes the sums of a proportion: the values are 0 and 1, and so are their squares.
  package init(units: Int, successes: Int) {
    self.init(units: units, sum: Int128(successes), squares: Int128(successes))
  }

  /// Adds a person.
  package mutating func add(_ value: Int64, per denominator: Int64 = 0, covariate: Int64 = 0) {
    // Most persons buy nothing and had bought nothing.
    guard value != 0 || denominator != 0 || covariate != 0 else { return units += 1 }
    let (y, d, x) = (Int128(value), Int128(denominator), Int128(covariate))
    self += Moments(
      units: 1, sum: y, squares: y * y, denominatorSum: d, denominatorSquares: d * d,
      ratioProducts: y * d, covariateSum: x, covariateSquares: x * x, covariateProducts: y * x,
      denominatorCovariateProducts: d * x)
  }

  package static func += (left: inout Moments, right: Moments) {
    left.units += right.units
    left.sum.add(right.sum)
    left.squares.add(right.squares)
    left.denominatorSum.add(right.denominatorSum)
    left.denominatorSquares.add(right.denominatorSquares)
    left.ratioProducts.add(right.ratioProducts)
    left.covariateSum.add(right.covariateSum)
    left.covariateSquares.add(right.covariateSquares)
    left.covariateProducts.add(right.covariateProducts)
    left.denominatorCovariateProducts.add(right.denominatorCovariateProducts)
  }

  package static func + (left: Moments, right: Moments) -> Moments {
    var sum = left
    sum += right
    return sum
  }
}

extension Moments {
  package var mean: Double { Self.mean(sum, units) }
  package var denominatorMean: Double { Self.mean(denominatorSum, units) }
  package var covariateMean: Double { Self.mean(covariateSum, units) }

  /// The variance of a sample (n − 1).
  package var variance: Double { covariance(squares, sum, sum) }
  package var denominatorVariance: Double {
    covariance(denominatorSquares, denominatorSum, denominatorSum)
  }
  package var covariateVariance: Double {
    covariance(covariateSquares, covariateSum, covariateSum)
  }
  package var ratioCovariance: Double { covariance(ratioProducts, sum, denominatorSum) }
  package var covariateCovariance: Double { covariance(covariateProducts, sum, covariateSum) }
  package var denominatorCovariateCovariance: Double {
    covariance(denominatorCovariateProducts, denominatorSum, covariateSum)
  }

  private static func mean(_ sum: Int128, _ units: Int) -> Double {
    units > 0 ? Double(sum) / Double(units) : 0
  }

  /// (n Σab − Σa Σb) / (n (n − 1)). The difference is exact, in 256 bits: two large sums of squares that
  /// are subtracted as floating-point numbers lose all digits of a small variance (NIST StRD NumAcc4).
  private func covariance(_ products: Int128, _ a: Int128, _ b: Int128) -> Double {
    guard units > 1 else { return 0 }
    let left = Int128(units).multipliedFullWidth(by: products)
    let right = a.multipliedFullWidth(by: b)
    let (low, borrow) = left.low.subtractingReportingOverflow(right.low)
    let high = left.high &- right.high &- (borrow ? 1 : 0)
    let count = Double(units)
    return Self.double(high: high, low: low) / count / (count - 1)
  }

  /// The value of 256 bits, rounded in a way that small negative numbers keep their digits.
  private static func double(high: Int128, low: UInt128) -> Double {
    guard high < 0 else { return Double(high) * 0x1p128 + Double(low) }
    let (flipped, carry) = (~low).addingReportingOverflow(1)
    return -(Double(~high &+ (carry ? 1 : 0)) * 0x1p128 + Double(flipped))
  }
}

extension Int128 {
  /// Adds an amount, and stays at the bound instead of overflowing.
  fileprivate mutating func add(_ amount: Int128) {
    let (sum, isTooLarge) = addingReportingOverflow(amount)
    self = isTooLarge ? (amount < 0 ? .min : .max) : sum
  }
}
