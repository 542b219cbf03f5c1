import ArgumentParser
import CommandSupport
import Foundation
import HTTPDocuments

/// `paywall experiment compute`.
struct ExperimentCompute: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "compute", "Compute intervals, p values and chances from sums, without a ledger.",
    """
    For analysts, and for whoever checks the statistics. The input is one comparison, or a list of \
    them: the kind of the metric (proportion, mean or ratio), the sums of the control, and those of \
    a variant. Sums are whole numbers, as numbers or as text: n, sum and squares of the value; of a \
    ratio denominatorSum, denominatorSquares and ratioProducts (value × denominator); of a covariate \
    covariateSum, covariateSquares, covariateProducts and denominatorCovariateProducts. direction, \
    alpha, tuning and prior ({ mean, deviation }, or null for none) have the defaults of results. The \
    answer is JSON, in the order of the input.
    """,
    examples: "paywall experiment compute --input sums.json",
    "echo '{\"kind\": \"proportion\", \"control\": {\"n\": 900, \"sum\": 40, \"squares\": 40},",
    "  \"variant\": {\"n\": 900, \"sum\": 60, \"squares\": 60}}' \\",
    "  | paywall experiment compute --input -")

  @Option(
    help: ArgumentHelp("The file with the sums; - is the standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var input: String

  func run() async throws {
    let data =
      input == "-"
      ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: input)
    guard let data else {
      throw Failure(.failedOutside, "the file '\(input)' cannot be read")
    }
    try Console.ofProcess().write(json: Self.answer(to: data))
  }

  /// Returns one answer to one comparison, a list to a list.
  static func answer(to data: Data) throws -> JSONContent {
    do {
      if data.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "[") {
        let sums = try JSONDecoder().decode([ComputedSums].self, from: data)
        return JSONContent(sums.map(ComputedComparison.init).content)
      }
      let sums = try JSONDecoder().decode(ComputedSums.self, from: data)
      return JSONContent(ComputedComparison(sums).content)
    } catch let error as DecodingError {
      throw Failure(
        .wrongUsage, "the input is no comparison: \(error.plainWords)",
        help: "'paywall help experiment compute' has its form")
    }
  }
}

extension DecodingError {
  fileprivate var plainWords: String {
    func path(_ context: Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    switch self {
    case .keyNotFound(let key, let context):
      let place = path(context)
      return "'\(place.isEmpty ? "" : "\(place).")\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let place = path(context)
      return place.isEmpty ? "it is not JSON of that form" : "'\(place)' has another form"
    @unknown default: return "it has another form"
    }
  }
}
