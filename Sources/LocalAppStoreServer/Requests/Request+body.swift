import Foundation
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import NIOCore

extension Request {
  /// The most bytes of a body.
  static let largestBody = 64 * 1024

  /// Reads the members of the body, which is one JSON object; refuses a member that nothing reads.
  func members<Value>(
    _ read: (inout MemberReader) throws -> Value
  ) async throws -> Value {
    let bytes = try await json()
    var members = try MemberReader(try JSONReader.read(bytes))
    let value = try read(&members)
    try members.finish()
    return value
  }

  /// Reads the body as one value, which a program of this package has written.
  func decoded<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let bytes = try await json()
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw Problem(.wrongType, "The body is no '\(Value.self)'.")
    }
  }

  private func json() async throws -> [UInt8] {
    // A page cannot send this type without asking first, which nothing here answers.
    guard mediaType == "application/json" else {
      throw Problem(
        .unsupportedMediaType, "Send JSON as 'Content-Type: application/json'.",
        field: "Content-Type")
    }
    return try await collected()
  }

  /// `Content-Type` without its parameters.
  var mediaType: String? {
    headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The whole body.
  func collected(upTo most: Int = largestBody) async throws -> [UInt8] {
    guard let bytes = try await body.bytes(upTo: most) else {
      throw Problem(.bodyTooLarge, "A body may have \(most) bytes.")
    }
    return bytes
  }
}
