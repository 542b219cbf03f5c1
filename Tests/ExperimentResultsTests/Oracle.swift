import ExperimentResults
import Foundation
import Testing

/// `Vectors/gbstats.json`, which `Vectors/oracle.py` writes.
struct Oracle: Decodable {
  var comparisons: [Case]
  var powers: [PowerCase]
  var impacts: [ImpactCase]
  var ratios: [RatioCase]

  static func load() throws -> Oracle {
    let url = Bundle.module.url(forResource: "Vectors/gbstats", withExtension: "json")
    return try JSONDecoder().decode(Oracle.self, from: Data(contentsOf: try #require(url)))
  }

  struct Case: Decodable, Sendable {
    var kind: String
    var difference: String
    var control: Arm
    var variant: Arm
    var alpha: Double
    var tuning: Double
    var prior: [Double]
    var inverse: Bool
    var source: Said
    var released: Released?

    var isRelative: Bool { difference == "relative" }

    private var metricKind: MetricKind {
      kind == "adjustedRatio" ? .ratio : MetricKind(rawValue: kind) ?? .mean
    }

    func comparison(believing prior: ComparisonSettings.Prior?) throws -> Comparison {
      Comparison(
        metricKind, control: try control.moments, variant: try variant.moments,
        ComparisonSettings(
          alpha: alpha, tuning: tuning, direction: inverse ? .lowerIsBetter : .higherIsBetter,
          prior: prior))
    }
  }

  /// Sums as texts: a JSON number would lose digits.
  struct Arm: Decodable, Sendable {
    var n: Int
    var sum: String
    var squares: String
    var denominatorSum: String?
    var denominatorSquares: String?
    var ratioProducts: String?
    var covariateSum: String?
    var covariateSquares: String?
    var covariateProducts: String?
    var denominatorCovariateProducts: String?

    var moments: Moments {
      get throws {
        func number(_ text: String?) throws -> Int128 { try #require(Int128(text ?? "0")) }
        return Moments(
          units: n, sum: try number(sum), squares: try number(squares),
          denominatorSum: try number(denominatorSum),
          denominatorSquares: try number(denominatorSquares),
          ratioProducts: try number(ratioProducts), covariateSum: try number(covariateSum),
          covariateSquares: try number(covariateSquares),
          covariateProducts: try number(covariateProducts),
          denominatorCovariateProducts: try number(denominatorCovariateProducts))
      }
    }
  }

  struct Outcome: Decodable, Sendable {
    var gap: String?
    var estimate: Double
    var error: Double
    var interval: [Double?]
    var p: Double?
  }

  struct Belief: Decodable, Sendable {
    var mean: Double
    var deviation: Double
    var chanceToWin: Double
    var risk: [Double]
    var interval: [Double]
  }

  struct Said: Decodable, Sendable {
    var fixed: Outcome
    var atLeast: Outcome
    var atMost: Outcome
    var sequential: Outcome
    var sequentialAtLeast: Outcome
    var sequentialAtMost: Outcome
    var pAtMostZero: Double?
    var pAtLeastZero: Double?
    var flat: Belief
    var believed: Belief
  }

  /// Where the released package says otherwise.
  struct Released: Decodable, Sendable {
    var fixed: Part?

    struct Part: Decodable, Sendable {
      var gap: String?
      var estimate: Double?
      var error: Double?
    }
  }

  struct PowerCase: Decodable, Sendable {
    var kind: String
    var control: Arm
    var variant: Arm
    var alpha: Double
    var tuning: Double
    var isSequential: Bool
    var power: Double
    var smallest: Double
    var goals: Int
    var arms: Int
    var source: Left

    struct Left: Decodable, Sendable {
      var power: Double
      var factor: Double?
      var additional: Double?
    }
  }

  struct ImpactCase: Decodable, Sendable {
    var control: Arm
    var variant: Arm
    var alpha: Double
    var tuning: Double
    var share: Double
    var days: Int
    var source: Outcome
  }

  struct RatioCase: Decodable, Sendable {
    var counts: [Int]
    var widths: [Int]
    var p: Double
  }
}
