import Foundation
import Ledger
import PaywallServer
import Testing

@Suite("The state folder") struct StateFolderTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("is made for its owner alone, with everything in it")
  func made() async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server()
    #expect(try mode(app.statePath) == 0o700)
    for file in ["visitor.key", "paywall.sqlite"] {
      #expect(try mode("\(app.statePath)/\(file)") == 0o600, "\(file)")
    }
    #expect(try mode("\(app.statePath)/copies") == 0o700)
    #expect(!app.lines.all.contains { $0.contains("others can reach") })
    #expect(!(try await server.exchange("GET /health/ready").contains("stateFolderIsOpen")))
    await server.dependencies.ledger.close()
  }

  @Test("that others may enter is told at the start and by readiness")
  func wide() async throws {
    let app = try AppFolder(showing: "standard")
    try FileManager.default.createDirectory(
      atPath: app.statePath, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    let server = try await app.server()
    #expect(app.lines.all.count { $0.contains("others can reach the state folder") } == 1)
    #expect(try await server.exchange("GET /health/ready").contains("stateFolderIsOpen"))
    #expect(try mode(app.statePath) == 0o755, "it stays as its owner made it")
    await server.dependencies.ledger.close()
  }

  @Test(
    "whose locks, key or decision log are no longer the server's is told by readiness",
    arguments: ["server.lock", "paywall.sqlite-server", "visitor.key", "decisions.log"])
  func lost(_ name: String) async throws {
    let app = try AppFolder(showing: "standard")
    let server = try await app.server { $0.decisionLog = app.statePath + "/decisions.log" }
    #expect(!(try await server.exchange("GET /health/ready").contains("stateFilesLost")))
    let file = "\(app.statePath)/\(name)"
    try FileManager.default.moveItem(atPath: file, toPath: file + ".1")
    let sentence = "removed or replaced since the server started: \(file)\""
    #expect(try await server.exchange("GET /health/ready").contains(sentence))
    #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    #expect(try await server.exchange("GET /health/ready").contains(sentence))
    await server.end()
  }

  @Test("that belongs to another user is told")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let state = StateDirectory(folder.path + "/state")
    try state.make()
    #expect(state.exposures() == [])
    #expect(state.exposures(to: 65_534) == ["'\(state.path)' belongs to another user"])
    #expect(StateDirectory(folder.path + "/none").exposures() == [])
  }

  @Test("takes no file along that a link leads out to")
  func copies() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "Paywalls/a.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Paywalls/b.yaml", withDestinationPath: "/etc/hostname")
    let stamp = FolderStamp(of: folder.path)
    #expect(stamp.files.map(\.path) == ["Paywalls/a.yaml"])
    let state = StateDirectory(folder.path + "/.paywall")
    try state.keep(stamp, of: folder.path, as: String(repeating: "a", count: 64))
    let copy = try #require(state.currentCopy)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy + "/Paywalls") == ["a.yaml"])
  }

  @Test("keeps no copy of a folder that is another by now")
  func changed() throws {
    let folder = try TemporaryFolder()
    for number in [1, 2] { try folder.write("\(number)", to: "releases/\(number)/Paywalls/a.yaml") }
    let link = folder.path + "/current"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "releases/1")
    let stamp = FolderStamp(of: link)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "releases/2")
    #expect(FolderStamp(of: link) != stamp)
    let state = StateDirectory(folder.path + "/state")
    #expect(throws: StateDirectoryError.changed(link)) {
      try state.keep(stamp, of: link, as: String(repeating: "a", count: 64))
    }
    #expect(state.currentCopy == nil)
  }
}
