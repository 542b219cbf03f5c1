import Foundation
import TestSupport
import Testing

@Suite("paywall completions install")
struct CompletionInstallTests {
  private func install(
    _ arguments: String..., home: URL, more: [String: String] = [:]
  ) async throws -> Run {
    var variables = [
      "HOME": home.path(), "SHELL": "/bin/bash", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "",
      "BASH_COMPLETION_USER_DIR": "",
    ]
    variables.merge(more) { $1 }
    return try await run(
      Program.url, ["completions", "install"] + arguments, environment: variables)
  }

  @Test("bash completes the program, and an alias of it, as it is asked to at a Tab")
  func bash() async throws {
    try await withFolder { home in
      let installed = try await install("--alias", "pw", home: home).expect(0)
      let folder = home.path() + "/.local/share/bash-completion/completions"
      #expect(installed.output.contains("wrote \(folder)/paywall\nwrote \(folder)/pw\n"))
      let asked = try await run(
        URL(filePath: "/bin/bash"),
        [
          "-c",
          """
          . "$1/paywall"; . "$1/pw"; app="$2"
          ask() {
            COMP_LINE="$1 $2"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($COMP_LINE); COMPREPLY=()
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            $(complete -p "$1" | sed 's/.*-F \\([^ ]*\\).*/\\1/') "$1" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
            echo "$1: ${COMPREPLY[*]}"
          }
          ask paywall "experiment pau"; ask pw "experiment pau"; ask pw "explain --config $app --placement onb"
          """,
          "bash", folder, example,
        ],
        environment: [
          "PATH": Program.url.deletingLastPathComponent().path() + ":/usr/bin:/bin"
        ])
      #expect(asked.output == "paywall: pause\npw: pause\npw: onboarding\n", "\(asked)")
    }
  }

  /// zsh's manual, "Autoloaded files": such a file begins with `#compdef`.
  @Test("zsh and fish get files where they look for them")
  func others() async throws {
    try await withFolder { home in
      let zsh = try await install("zsh", home: home)
      let folder = home.path() + "/.local/share/zsh/site-functions"
      let text = try String(contentsOfFile: folder + "/_paywall", encoding: .utf8)
      #expect(text.hasPrefix("#compdef paywall\n"))
      #expect(zsh.output.contains("fpath=('\(folder)' $fpath)"))
      let fish = try await install(
        "fish", home: home, more: ["XDG_CONFIG_HOME": home.path() + "/config"])
      #expect(fish.output.hasPrefix("wrote \(home.path())/config/fish/completions/paywall.fish\n"))
    }
  }

  @Test("a shell that is none, an alias that is none, and no home are refused")
  func refused() async throws {
    try await withFolder { home in
      let shell = try await install(home: home, more: ["SHELL": "/bin/dash"])
      shell.expect(2, complains: "name bash, zsh or fish")
      for alias in ["paywall", "a b", "../x", ""] {
        let run = try await install("bash", "--alias", alias, home: home)
        #expect(
          run.status == 2 && run.complaints.lowercased().contains("an alias has letters"), "\(run)")
      }
      try await install("fish", home: home, more: ["HOME": ""]).expect(2, complains: "set HOME")
    }
  }
}
