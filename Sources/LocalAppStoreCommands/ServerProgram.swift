import CommandSupport
import Foundation

/// The program `paywall`, which stories are tested against.
enum ServerProgram {
  /// The given file, or the first of that name beside this program and in `PATH`.
  static func find(_ given: String?) throws -> URL {
    if let given { return try checked(URL(filePath: given)) }
    let beside = Bundle.main.executableURL?.deletingLastPathComponent()
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = [beside].compactMap(\.self) + folders.map { URL(filePath: String($0)) }
    let found = places.map { $0.appending(path: "paywall") }.first(where: isProgram)
    guard let found else {
      throw Failure(
        .failedOutside, "there is no program 'paywall' beside this one or in PATH",
        help: "name it with --paywall, or name your own back end with --notify")
    }
    return found
  }

  private static func checked(_ program: URL) throws -> URL {
    guard isProgram(program) else {
      throw Failure(
        .failedOutside, "'\(program.path())' is no program",
        help: "--paywall takes the file of the program 'paywall'")
    }
    return program
  }

  private static func isProgram(_ file: URL) -> Bool {
    let values = try? file.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true
      && FileManager.default.isExecutableFile(atPath: file.path())
  }
}
