package import Foundation

/// The vectors that were made with Apple's own library, by file name.
package enum Vectors {
  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Vectors/\(name).json"))
  }
}
