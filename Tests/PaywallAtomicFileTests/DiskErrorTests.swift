import Foundation
import Testing

@testable import PaywallAtomicFile

/// Refusals of a disk, a folder or another user.
@Suite("A file that the system does not let be written")
struct DiskErrorTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("is as it was in a folder that may only be read, and the error says so")
  func readOnlyFolder() throws {
    try AtomicFile.replace(folder.path("x"), with: Array("old".utf8))
    #expect(unsafe chmod(folder.path, 0o555) == 0)
    defer { _ = unsafe chmod(folder.path, 0o755) }
    for (name, isNew) in [("x", false), ("y", true)] {
      let path = folder.path(name)
      let error = #expect(throws: AtomicFileError.self) {
        try withoutRootsRights {
          _ =
            try isNew
            ? AtomicFile.create(path, with: [0x61]) : AtomicFile.replace(path, with: [0x61])
        }
      }
      #expect(error?.description == "cannot make \(path): Permission denied")
      #expect(error?.isThere == false)
    }
    #expect(try folder.text("x") == "old")
    #expect(try folder.names == ["x"])
  }

  @Test("has the mode that was wanted where its owner cannot be had, and tells of it")
  func anotherOwner() throws {
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    let path = folder.path("x")
    let written = try withoutRootsRights {
      try AtomicFile.replace(
        path, with: [0x61], access: .exactly(mode: 0o640, owner: 54321, group: 54321))
    }
    #expect(!written.keepsOwner)
    #expect(try folder.mode("x") == 0o640)
    #expect(try folder.owner("x") != [54321, 54321])
    #expect(try folder.text("x") == "a")
  }

  @Test("is no folder: one of that name stays, with what it holds")
  func folderInTheWay() throws {
    let path = folder.path("x")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try AtomicFile.replace("\(path)/inner", with: [0x61])
    let replaced = #expect(throws: AtomicFileError.self) {
      try AtomicFile.replace(path, with: [0x62], access: .kept)
    }
    #expect(replaced?.description == "cannot rename \(path): Is a directory")
    let created = #expect(throws: AtomicFileError.self) {
      try AtomicFile.create(path, with: [0x62])
    }
    #expect(created?.isThere == true)
    // A name without a slash is in the working folder.
    let here = #expect(throws: AtomicFileError.self) { try AtomicFile.create(".", with: [0x62]) }
    #expect(here?.isThere == true && here?.path == ".")
    #expect(try folder.text("x/inner") == "a")
    #expect(try folder.names == ["x"])
  }

  @Test("takes the place of a link, not of what the link leads to")
  func link() throws {
    try AtomicFile.replace(folder.path("target"), with: [0x61])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("x"), withDestinationPath: "target")
    #expect(unsafe chmod(folder.path("target"), 0o644) == 0)
    try AtomicFile.replace(folder.path("x"), with: [0x62], access: .kept)
    try AtomicFile.replace(folder.path("usual"), with: [], access: .usual)
    #expect(try folder.text("target") == "a")
    #expect(try folder.text("x") == "b")
    #expect(try folder.mode("x") == folder.mode("usual"))
  }

  @Test(
    "is created without a hard link where there are none, once",
    arguments: [EPERM, ENOTSUP, ENOSYS])
  func withoutHardLinks(number: Int32) throws {
    let draft = try folder.draft([0x61], failing: onceAtPlace(number))
    #expect(try draft.create("x") == WrittenFile(keepsOwner: true, isDurable: true))
    #expect(try folder.text("x") == "a")
    let error = #expect(throws: AtomicFileError.self) {
      try folder.draft([0x62], failing: onceAtPlace(number)).create("x")
    }
    #expect(error?.isThere == true)
    #expect(try folder.text("x") == "a")
    #expect(try folder.names == ["x"])
  }

  @Test("leaves no empty file where the name was claimed and the bytes did not get there")
  func claimedInVain() throws {
    let error = #expect(throws: AtomicFileError.self) {
      try folder.draft([0x61]) { $0 == .place ? EPERM : nil }.create("x")
    }
    #expect(error == AtomicFileError(.place, "x", EPERM))
    #expect(try folder.names == [])
  }

  @Test("may be in a folder that cannot get the name of another that holds something")
  func folderOverFolder() throws {
    for name in ["draft", "whole"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      try AtomicFile.replace(folder.path("\(name)/x"), with: Array(name.utf8))
    }
    let error = #expect(throws: AtomicFileError.self) {
      try AtomicFile.rename(folder: folder.path("draft"), to: folder.path("whole"))
    }
    #expect(error?.step == .place && error?.number == ENOTEMPTY)
    #expect(try folder.text("draft/x") == "draft")
    #expect(try folder.text("whole/x") == "whole")
  }

  #if os(Linux)
  @Test("is not said to be on disk by a file system that cannot say so")
  func noFlush() throws {
    let error = #expect(throws: AtomicFileError.self) { try AtomicFile.flush(folder: "/proc") }
    #expect(error?.description == "cannot flush the names in /proc: Invalid argument")
  }
  #endif

  /// A hook that fails the first placing alone.
  private func onceAtPlace(_ number: Int32) -> FileDraft.FailingStep {
    var isOver = false
    return { step in
      guard step == .place, !isOver else { return nil }
      isOver = true
      return number
    }
  }
}

/// Does the work with the rights of a user who is not root. Linux keeps those over files for each
/// thread, so other tests go on as root.
private func withoutRootsRights<Result>(_ body: () throws -> Result) throws -> Result {
  guard geteuid() == 0 else { return try body() }
  #if os(Linux)
  guard let symbol = unsafe dlsym(nil, "setfsuid") else { throw POSIXError(.ENOSYS) }
  let setUser = unsafe unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
  _ = setUser(12345)
  defer { _ = setUser(0) }
  return try body()
  #else
  throw POSIXError(.EPERM)
  #endif
}
