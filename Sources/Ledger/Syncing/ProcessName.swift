#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The name of a process in its claims, by which others on this machine see whether it still runs:
/// the boot, the namespace of its pid, the pid and when it started, as Linux tells them.
package struct ProcessName: Hashable, Sendable {
  private var boot: String
  private var namespace: String
  private var pid: String
  private var start: String

  /// The name of this process, and of no other claim of it: a UUID at its end tells two runs apart.
  package static func ofThisProcess(_ run: UUID = UUID()) -> String {
    let pid = String(ProcessInfo.processInfo.processIdentifier)
    let run = run.uuidString.lowercased()
    guard let name = ProcessName(ofRunning: pid, in: "/proc") else { return run }
    return [name.boot, name.namespace, name.pid, name.start, run].joined(separator: " ")
  }

  /// Whether the process of a claim is gone for certain. `false` for one on another machine or in
  /// another container, which cannot be seen from here.
  package static func isGone(_ holder: String) -> Bool { isGone(holder, proc: "/proc") }

  /// - Parameter proc: where Linux tells of processes.
  package static func isGone(_ holder: String, proc: String) -> Bool {
    guard let named = ProcessName(holder),
      named.boot == text("\(proc)/sys/kernel/random/boot_id"),
      named.namespace
        == (try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(proc)/self/ns/pid"))
    else { return false }
    return ProcessName(ofRunning: named.pid, in: proc) != named
  }

  private init?(_ holder: String) {
    let parts = holder.split(separator: " ").map(String.init)
    guard parts.count == 5 else { return nil }
    (boot, namespace, pid, start) = (parts[0], parts[1], parts[2], parts[3])
  }

  /// `nil` if no such process runs. A process that has ended and waits for its parent runs no more.
  private init?(ofRunning pid: String, in proc: String) {
    // The name of the program, in brackets, may hold blanks and brackets.
    guard let boot = Self.text("\(proc)/sys/kernel/random/boot_id"),
      let namespace = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(proc)/self/ns/pid"),
      let stat = Self.text("\(proc)/\(pid)/stat"), let bracket = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[bracket...].split(separator: " ").map(String.init)
    // proc(5): the state is field 3, the start time field 22.
    guard fields.count > 20, !["Z", "X"].contains(fields[1]) else { return nil }
    (self.boot, self.namespace, self.pid, start) = (boot, namespace, pid, fields[20])
  }

  private static func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }
}
