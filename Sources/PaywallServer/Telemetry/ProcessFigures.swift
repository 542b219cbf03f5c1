import Foundation
import SystemLibrary

/// The system's figures of this process, under the names of Prometheus' own libraries. Empty
/// without /proc.
struct ProcessFigures {
  let families: [MetricFamily]

  init(read: (String) -> String? = Self.file, openFiles: () -> Int? = Self.openFiles) {
    var families: [MetricFamily] = []
    // The second field may hold spaces and brackets; the third follows the last bracket.
    let status = read("/proc/self/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
    if status.count > 19, let user = Double(status[11]), let system = Double(status[12]) {
      families.append(
        MetricFamily(
          .counter, "process_cpu_seconds_total", "Processor time, user and system.",
          [MetricSample((user + system) / Self.ticks)]))
    }
    if status.count > 19, let ticks = Double(status[19]), let boot = Self.boot(read("/proc/stat")) {
      families.append(
        .gauge(
          "process_start_time_seconds", "When the process began, in seconds since 1970.",
          boot + ticks / Self.ticks))
    }
    if let pages = read("/proc/self/statm")?.split(separator: " ").dropFirst().first,
      let pages = Double(pages)
    {
      families.append(
        .gauge("process_resident_memory_bytes", "Memory in use.", pages * Self.pageSize))
    }
    if let count = openFiles() {
      families.append(.gauge("process_open_fds", "Open files and connections.", Double(count)))
    }
    if let most = Self.mostFiles(read("/proc/self/limits")) {
      families.append(.gauge("process_max_fds", "The limit of open files.", most))
    }
    self.families = families
  }

  private static let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
  private static let pageSize = Double(sysconf(Int32(_SC_PAGESIZE)))

  private static func boot(_ text: String?) -> Double? {
    let line = text?.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
  }

  private static func mostFiles(_ text: String?) -> Double? {
    let line = text?.split(separator: "\n").first { $0.hasPrefix("Max open files") }
    return line?.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
  }

  static func file(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func openFiles() -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}
