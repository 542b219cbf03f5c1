internal import SystemLibrary

/// Why a path of a configuration folder is not read. Its target was not read.
package enum FolderRefusal: Error, Hashable, Sendable {
  case missing
  /// A symbolic link that leads out of the folder.
  case leadsOutside
  /// A symbolic link to a file or folder whose name begins with a dot, such as `.git`.
  case leadsToHidden
  /// A symbolic link to a file with another extension, such as a key.
  case leadsToOtherKind
  case tooManyLinks
  /// Anything but a file or a folder on a disk: `a device`, `a file of procfs`.
  case special(String)
  case tooLarge(bytes: Int, most: Int)
  /// Another file took its place while it was opened.
  case replaced
  /// The system's `errno`.
  case system(Int32)

  /// The problem, for a diagnostic at the path.
  package var message: String {
    switch self {
    case .missing, .tooManyLinks: "this is not a file that can be read"
    case .leadsOutside: "this symbolic link leads out of the configuration folder"
    case .leadsToHidden: "this symbolic link leads to a hidden file or folder"
    case .leadsToOtherKind: "this symbolic link leads to a file of another kind"
    case .special(let kind): "this is \(kind), and only regular files are read"
    case .tooLarge(let bytes, let most): "the file has \(bytes) bytes; the most is \(most)"
    case .replaced: "the file was replaced while it was read"
    case .system(let number):
      unsafe "the file cannot be read: \(String(cString: strerror(number)))"
    }
  }

  package var help: String {
    switch self {
    case .missing, .tooManyLinks: "remove it, or see what its symbolic link points to"
    case .leadsOutside:
      "put the file into the folder; the folder itself may be a link, such as 'releases/current'"
    case .leadsToHidden: "link to a file whose name does not begin with a dot"
    case .leadsToOtherKind: "link to a file with the same extension as the link"
    case .special: "put a file in its place"
    case .tooLarge: "split the file, or keep large data elsewhere and link to it"
    case .replaced: "try again once nothing is writing to the folder"
    case .system(EACCES), .system(EPERM): "give the user of this process the right to read it"
    case .system: "check the disk and the path"
    }
  }

  /// Returns the refusal for `errno`, after a call that follows no link.
  static func failed(_ number: Int32) -> FolderRefusal {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case ELOOP: .replaced
    default: .system(number)
    }
  }
}
