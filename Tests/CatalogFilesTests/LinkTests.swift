import CatalogEditing
import Foundation
import PaywallCatalog
import Testing
import YAMLText

@testable import CatalogFiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("A link in a folder")
struct LinkTests {
  private static let secret = "passphrase=correct-horse-battery"

  private func report(_ folder: TemporaryFolder) -> Report { Loader.load(folder.path).report }

  private func refused(_ path: String, in folder: TemporaryFolder) -> String? {
    let found = report(folder).diagnostics.filter { $0.file == path && $0.severity == .error }
    return found.count == 1 ? found.first?.message : nil
  }

  @Test(
    "that leads out is refused, and nothing of what it leads to is shown",
    arguments: [true, false])
  func leadsOut(isAbsolute: Bool) throws {
    let outside = try TemporaryFolder(["secret.yaml": Self.secret])
    let folder = try TemporaryFolder(Base.texts)
    let name = outside.path.split(separator: "/").last ?? ""
    let up = "../../" + name + "/secret.yaml"
    try folder.link("Paywalls/lite.yaml", to: isAbsolute ? "\(outside.path)/secret.yaml" : up)
    #expect(
      refused("Paywalls/lite.yaml", in: folder)
        == "this symbolic link leads out of the configuration folder")
    for text in [report(folder).text(), report(folder).json(), report(folder).github()] {
      #expect(text.contains("Paywalls/lite.yaml"))
      #expect(!text.contains("passphrase"))
      #expect(!text.contains("horse"))
    }
  }

  @Test("to the environment of the process shows nothing of it")
  func environment() throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.link("Paywalls/store/keys.yaml", to: "/proc/self/environ")
    #expect(refused("Paywalls/store/keys.yaml", in: folder) != nil)
    #expect(!report(folder).text().contains("PATH="))
  }

  @Test("through a folder that leads out is refused", arguments: ["Experiments", "Paywalls/store"])
  func folder(_ place: String) throws {
    let outside = try TemporaryFolder(Base.texts)
    let folder = try TemporaryFolder(Base.texts)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(place)")
    try folder.link(place, to: "\(outside.path)/\(place)")
    #expect(
      refused(place, in: folder) == "this symbolic link leads out of the configuration folder")
  }

  @Test(
    "to what lies beside the configuration is refused, and none of its text is shown",
    arguments: [
      (".paywall/preview.key", "a hidden file or folder"),
      (".git/config", "a hidden file or folder"),
      ("user-proof.secret", "a file of another kind"),
    ])
  func beside(_ name: String, _ what: String) throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.write(name, Self.secret)
    try folder.link("Paywalls/lite.yaml", to: "../\(name)")
    #expect(
      refused("Paywalls/lite.yaml", in: folder) == "this symbolic link leads to \(what)")
    #expect(!report(folder).text().contains("passphrase"))
  }

  @Test("in a circle ends")
  func circle() throws {
    let folder = try TemporaryFolder(Base.texts)
    try folder.link("Paywalls/a.yaml", to: "b.yaml")
    try folder.link("Paywalls/b.yaml", to: "a.yaml")
    #expect(refused("Paywalls/a.yaml", in: folder) == "this is not a file that can be read")
  }

  @Test("that stays inside is followed, as a mounted ConfigMap has them")
  func inside() throws {
    let folder = try TemporaryFolder([:])
    for (path, text) in Base.texts {
      let name = path.replacing("Paywalls/store/", with: "Paywalls/store/..2026_11_22/")
      try folder.write(name, text)
      guard name != path, let file = path.split(separator: "/").last else { continue }
      try folder.link(path, to: "..data/\(file)")
    }
    try folder.link("Paywalls/store/..data", to: "..2026_11_22")
    let (snapshot, report) = Loader.load(folder.path)
    #expect(report.diagnostics == [])
    #expect(snapshot?.release == Base.files.release)
  }

  @Test("that is absolute and stays inside is followed, also when the folder itself is a link")
  func absolute() throws {
    let folder = try TemporaryFolder([:])
    for (path, text) in Base.texts { try folder.write("releases/1/\(path)", text) }
    try folder.link("current", to: "releases/1")
    let experiments = "\(folder.path)/releases/1/Experiments"
    try FileManager.default.moveItem(
      atPath: experiments, toPath: "\(folder.path)/releases/1/Runs")
    try folder.link("releases/1/Experiments", to: "\(folder.path)/current/Runs")
    let (snapshot, report) = Loader.load("\(folder.path)/current")
    #expect(report.diagnostics == [])
    #expect(snapshot?.release == Base.files.release)
  }

  @Test("that is swapped while the folder is read changes nothing until it is read anew")
  func swapped() throws {
    let folder = try TemporaryFolder([
      "releases/1/Paywalls/a.yaml": "1", "releases/1/Paywalls/..one/b.yaml": "1",
      "releases/1/Paywalls/..two/b.yaml": "2", "releases/2/Paywalls/a.yaml": "2",
      "releases/1/Paywalls/..one/c.yaml": "1", "releases/1/Paywalls/..two/c.yaml": "2",
    ])
    let data = "releases/1/Paywalls/..data"
    try folder.link(data, to: "..one")
    for name in ["b.yaml", "c.yaml"] {
      try folder.link("releases/1/Paywalls/\(name)", to: "..data/\(name)")
    }
    try folder.link("current", to: "releases/1")
    let opened = try ConfigurationFolder("\(folder.path)/current")
    #expect(try opened.bytes(at: "Paywalls/b.yaml", atMost: 10) == Array("1".utf8))
    for (link, to) in [("current", "releases/2"), (data, "..two")] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(link)")
      try folder.link(link, to: to)
    }
    #expect(try opened.bytes(at: "Paywalls/a.yaml", atMost: 10) == Array("1".utf8))
    #expect(try opened.bytes(at: "Paywalls/c.yaml", atMost: 10) == Array("1".utf8))
    let anew = try ConfigurationFolder("\(folder.path)/current")
    #expect(try anew.bytes(at: "Paywalls/a.yaml", atMost: 10) == Array("2".utf8))
  }

  @Test("is not what a pipe, a device or a file of the kernel is, and none of them is waited for")
  func special() throws {
    let folder = try TemporaryFolder(Base.texts)
    let made = unsafe mkfifo("\(folder.path)/Paywalls/pipe.yaml", 0o600)
    #expect(made == 0)
    #expect(
      refused("Paywalls/pipe.yaml", in: folder)
        == "this is a named pipe, and only regular files are read")
    let devices = try ConfigurationFolder("/dev")
    #expect(throws: FolderRefusal.special("a device")) {
      try devices.bytes(at: "zero", atMost: 10)
    }
    #if os(Linux)
    #expect(throws: FolderRefusal.special("a file of procfs")) {
      try ConfigurationFolder("/proc/self")
    }
    // Mounted inside of what is no kernel's own.
    let system = try ConfigurationFolder("/")
    #expect(throws: FolderRefusal.special("a file of procfs")) {
      try system.bytes(at: "proc/self/environ", atMost: 10)
    }
    #endif
  }

  @Test("is written through only to what is inside")
  func written() throws {
    let outside = try TemporaryFolder(["a.yaml": "a"])
    let folder = try TemporaryFolder(["Paywalls/real.yaml": "a", "Runs/x.yaml": "a"])
    try folder.link("Paywalls/in.yaml", to: "real.yaml")
    try folder.link("Paywalls/out.yaml", to: "\(outside.path)/a.yaml")
    try folder.link("Experiments", to: outside.path)
    let (a, b): ([UInt8], [UInt8]) = ([0x61], [0x62])
    _ = try FileReplacement(of: "Paywalls/in.yaml", in: folder.path, was: a, by: b).write()
    #expect(FileManager.default.contents(atPath: "\(folder.path)/Paywalls/real.yaml") == Data(b))
    #expect(throws: WriteRefusal.self) {
      try FileReplacement(of: "Paywalls/out.yaml", in: folder.path, was: a, by: b).write()
    }
    #expect(throws: WriteRefusal.self) {
      try NewFile("Experiments/new.yaml", in: folder.path, b).write()
    }
    #expect(throws: WriteRefusal.self) {
      try FileRemoval(of: "Experiments/a.yaml", in: folder.path, was: a).remove()
    }
    #expect(FileManager.default.contents(atPath: "\(outside.path)/a.yaml") == Data(a))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["a.yaml"])
    try FileRemoval(of: "Paywalls/in.yaml", in: folder.path, was: b).remove()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Paywalls").sorted()
        == ["out.yaml", "real.yaml"])
  }
}
