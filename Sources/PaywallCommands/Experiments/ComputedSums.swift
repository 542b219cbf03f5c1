import ExperimentResults

/// The input of `experiment compute`: one variant beside the control.
struct ComputedSums: Decodable {
  var kind: MetricKind
  var settings: ComparisonSettings
  var control: Moments
  var variant: Moments

  private enum Key: String, CodingKey {
    case kind, direction, alpha, tuning, prior, control, variant
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    kind = try members.word(.kind, MetricKind.self)
    settings = ComparisonSettings()
    if members.contains(.direction) {
      settings.direction = try members.word(.direction, Direction.self)
    }
    settings.alpha = try members.share(.alpha) ?? settings.alpha
    if let tuning = try members.decodeIfPresent(Double.self, forKey: .tuning) {
      guard tuning > 0, tuning.isFinite else { throw members.refusal(.tuning) }
      settings.tuning = tuning
    }
    if members.contains(.prior) {
      settings.prior = try members.decodeIfPresent(Prior.self, forKey: .prior)?.value
    }
    control = try members.decode(Sums.self, forKey: .control).moments
    variant = try members.decode(Sums.self, forKey: .variant).moments
  }

  private struct Prior: Decodable {
    var mean: Double
    var deviation: Double

    var value: ComparisonSettings.Prior { .init(mean: mean, deviation: deviation) }
  }

  /// `Moments`, with those that are left out as 0.
  private struct Sums: Decodable {
    var moments: Moments

    private enum Key: String, CodingKey {
      case n, sum, squares, denominatorSum, denominatorSquares, ratioProducts
      case covariateSum, covariateSquares, covariateProducts, denominatorCovariateProducts
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      func number(_ key: Key) throws -> Int128 {
        guard members.contains(key) else { return 0 }
        return try members.decode(WholeNumber.self, forKey: key).value
      }
      let persons = try members.decode(Int.self, forKey: .n)
      guard persons >= 0 else { throw members.refusal(.n) }
      guard members.contains(.sum) else {
        throw DecodingError.keyNotFound(
          Key.sum, .init(codingPath: members.codingPath, debugDescription: ""))
      }
      moments = Moments(
        units: persons, sum: try number(.sum), squares: try number(.squares),
        denominatorSum: try number(.denominatorSum),
        denominatorSquares: try number(.denominatorSquares),
        ratioProducts: try number(.ratioProducts), covariateSum: try number(.covariateSum),
        covariateSquares: try number(.covariateSquares),
        covariateProducts: try number(.covariateProducts),
        denominatorCovariateProducts: try number(.denominatorCovariateProducts))
    }
  }
}

/// A whole number that may be too large for a number of JSON, and then is text.
private struct WholeNumber: Decodable {
  var value: Int128

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      value = Int128(number)
      return
    }
    guard let number = Int128(try container.decode(String.self)) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "not a whole number"))
    }
    value = number
  }
}

extension KeyedDecodingContainer {
  fileprivate func refusal(_ key: Key) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath + [key], debugDescription: "out of range"))
  }

  fileprivate func word<Word: RawRepresentable<String>>(_ key: Key, _: Word.Type) throws -> Word {
    guard let word = Word(rawValue: try decode(String.self, forKey: key)) else {
      throw refusal(key)
    }
    return word
  }

  /// Returns a share between 0 and 1.
  fileprivate func share(_ key: Key) throws -> Double? {
    guard let share = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard share > 0, share < 1 else { throw refusal(key) }
    return share
  }
}
