import Foundation
import PaywallAtomicFile
import Testing
import YAMLText

@testable import CatalogEditing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that is gone after the test.
private final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func put(_ text: String, at name: String, mode: Int = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }
}

/// The code of the refusal; `nil` if it was written.
private func code(_ write: () throws(WriteRefusal) -> WrittenFile) -> Diagnostic.Code? {
  do {
    _ = try write()
    return nil
  } catch {
    return error.reason.code
  }
}

@Suite("A file that is replaced") struct FileReplacementTests {
  @Test(arguments: [0o600, 0o644, 0o664, 0o755])
  func `has the new bytes and the old mode, and nothing is beside it`(mode: Int) throws {
    let folder = try Folder()
    let file = try folder.put("a: 1\n", at: "x.yaml", mode: mode)
    let written = try FileReplacement(of: file, was: Array("a: 1\n".utf8), by: Array("a: 2\n".utf8))
      .write()
    #expect(written.keepsOwner)
    #expect(try folder.text("x.yaml") == "a: 2\n")
    #expect(try folder.mode("x.yaml") == mode)
    #expect(try folder.names == ["x.yaml"])
  }

  @Test func `keeps its owner and its group`() throws {
    let folder = try Folder()
    let file = try folder.put("a", at: "x")
    guard unsafe chown(file, 12345, 23456) == 0 else { return }
    #expect(try FileReplacement(of: file, was: [0x61], by: [0x62]).write().keepsOwner)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.ownerAccountID] as? Int == 12345)
    #expect(attributes[.groupOwnerAccountID] as? Int == 23456)
  }

  @Test func `is reached through a link that stays`() throws {
    let folder = try Folder()
    _ = try folder.put("a", at: "real")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
    _ = try FileReplacement(of: link, was: [0x61], by: [0x62]).write()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
    #expect(try folder.text("real") == "b")
    #expect(try folder.names == ["link", "real"])
  }

  @Test(arguments: ["a: 3\n", "", "a: 1\n# more\n", "a: 1"])
  func `was not changed by somebody else`(now: String) throws {
    let folder = try Folder()
    let file = try folder.put(now, at: "x")
    let replacement = FileReplacement(of: file, was: Array("a: 1\n".utf8), by: [])
    #expect(code(replacement.write) == .fileChanged)
    #expect(try folder.text("x") == now)
    #expect(try folder.names == ["x"])
  }

  @Test func `is not held by another command`() throws {
    let folder = try Folder()
    let file = try folder.put("a", at: "x")
    let (name, directory) = try WriteTarget(file, in: nil).file()
    let held = try OpenFile.reading(name, in: directory, named: file)
    try held.lock()
    #expect(code(FileReplacement(of: file, was: [0x61], by: [0x62]).write) == .fileBusy)
    #expect(try folder.text("x") == "a")
    #expect(try folder.names == ["x"])
    withExtendedLifetime(held) {}
  }

  @Test func `may be written`() throws {
    let folder = try Folder()
    let file = try folder.put("a", at: "x", mode: 0o444)
    #expect(code(FileReplacement(of: file, was: [0x61], by: [0x62]).write) == .fileNotWritable)
    #expect(try folder.text("x") == "a")
  }

  @Test func `is a file, and is there`() throws {
    let folder = try Folder()
    let path = folder.path
    #expect(code(FileReplacement(of: path, was: [], by: []).write) == .fileNotWritable)
    #expect(code(FileReplacement(of: "\(path)/none", was: [], by: []).write) == .fileMissing)
    #expect(try folder.names == [])
  }

  @Test func `is written by one of many commands at once`() async throws {
    let folder = try Folder()
    let file = try folder.put("a", at: "x")
    let codes = await withTaskGroup(of: Diagnostic.Code?.self) { group in
      for byte in UInt8(0x62)...0x71 {
        group.addTask { code(FileReplacement(of: file, was: [0x61], by: [byte]).write) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.allSatisfy { [nil, .fileBusy, .fileChanged].contains($0) })
    #expect(try folder.names == ["x"])
    #expect(try folder.text("x") != "a")
  }
}

@Suite("A new file") struct NewFileTests {
  @Test func `is written whole, as other programs create files`() throws {
    let folder = try Folder()
    let bytes = [UInt8](repeating: 0x61, count: 300_000)
    _ = try NewFile("\(folder.path)/x", bytes).write()
    #expect(FileManager.default.createFile(atPath: "\(folder.path)/y", contents: nil))
    #expect(try folder.text("x").utf8.elementsEqual(bytes))
    #expect(try folder.mode("x") == folder.mode("y"))
    #expect(try folder.names == ["x", "y"])
  }

  @Test func `does not take a name that is taken, even by a link to nowhere`() throws {
    let folder = try Folder()
    let file = try folder.put("a", at: "x")
    #expect(code(NewFile(file, [0x62]).write) == .fileExists)
    #expect(try folder.text("x") == "a")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(code(NewFile(link, [0x62]).write) == .fileExists)
    #expect(code(NewFile("\(folder.path)/none/x", [0x62]).write) == .fileMissing)
    #expect(try folder.names == ["link", "x"])
  }

  @Test func `makes the folders that are missing, and none that a link replaces`() throws {
    let folder = try Folder()
    _ = try NewFile("Paywalls/targeting/x", in: folder.path, [0x61]).write()
    #expect(try folder.text("Paywalls/targeting/x") == "a")
    _ = try NewFile("Paywalls/y", in: folder.path, [0x62]).write()
    let link = "\(folder.path)/Experiments"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    #expect(code(NewFile("Experiments/x", in: folder.path, [0x61]).write) == .fileMissing)
    #expect(try folder.names == ["Experiments", "Paywalls"])
  }
}

@Suite("A failure to write") struct WriteRefusalTests {
  @Test(arguments: [
    (ENOSPC, Diagnostic.Code.diskFull, "there is no space left on the disk"),
    (EROFS, .fileNotWritable, "the file system is read-only"),
    (EACCES, .fileNotWritable, "writing here is not permitted"),
    (EIO, .writeFailed, "the file could not be written"),
  ])
  func `says what to do`(number: Int32, code: Diagnostic.Code, words: String) {
    let reason = WriteRefusal.system(number, "Experiments/x.yaml").reason
    #expect(reason.code == code)
    #expect(reason.file == "Experiments/x.yaml")
    #expect(reason.message.hasPrefix(words))
    #expect(reason.message.hasSuffix("nothing was written"))
    #expect(reason.help != nil)
  }
}
