internal import SystemLibrary
package import YAMLText

/// Why a file was not written, and what to do. The disk is unchanged.
package struct WriteRefusal: Error, Hashable, Sendable {
  package let reason: Diagnostic
}

extension Diagnostic.Code {
  /// The file changed after it was read.
  package static let fileChanged = Diagnostic.Code("fileChanged")
  /// Another command is writing the file.
  package static let fileBusy = Diagnostic.Code("fileBusy")
  package static let fileExists = Diagnostic.Code("fileExists")
  package static let fileMissing = Diagnostic.Code("fileMissing")
  package static let fileNotWritable = Diagnostic.Code("fileNotWritable")
  package static let diskFull = Diagnostic.Code("diskFull")
  package static let writeFailed = Diagnostic.Code("writeFailed")
}

extension WriteRefusal {
  init(_ code: Diagnostic.Code, _ path: String, _ message: String, help: String) {
    reason = Diagnostic(.error, code: code, in: path, at: nil, message, help: help)
  }

  static func changed(_ path: String) -> WriteRefusal {
    WriteRefusal(
      .fileChanged, path, "the file changed while this command was at work; nothing was written",
      help: "look at the file and run the command again")
  }

  static func busy(_ path: String) -> WriteRefusal {
    WriteRefusal(
      .fileBusy, path, "another command is writing this file; nothing was written",
      help: "wait for it to end, then run the command again")
  }

  static func notWritable(_ path: String) -> WriteRefusal {
    WriteRefusal(
      .fileNotWritable, path, "the file is read-only; nothing was written",
      help: "allow writing (chmod u+w), or run the command as a user who may write it")
  }

  static func notAFile(_ path: String) -> WriteRefusal {
    WriteRefusal(
      .fileNotWritable, path, "this is not a regular file; nothing was written",
      help: "name a file")
  }

  /// The refusal for an `errno`.
  static func system(_ number: Int32, _ path: String) -> WriteRefusal {
    switch number {
    case ENOENT, ENOTDIR:
      WriteRefusal(
        .fileMissing, path, "there is no such file or folder; nothing was written",
        help: "check the path, and create the folder first")
    case EEXIST:
      WriteRefusal(
        .fileExists, path, "there is a file of this name already; nothing was written",
        help: "choose another name, or edit the file that is there")
    case EACCES, EPERM:
      WriteRefusal(
        .fileNotWritable, path, "writing here is not permitted; nothing was written",
        help: "allow writing to the file and its folder, or run the command as their owner")
    case EROFS:
      WriteRefusal(
        .fileNotWritable, path, "the file system is read-only; nothing was written",
        help: "mount it for writing, or work on a copy")
    case ENOSPC, EDQUOT:
      WriteRefusal(
        .diskFull, path, "there is no space left on the disk; nothing was written",
        help: "free some space and run the command again")
    default:
      unsafe WriteRefusal(
        .writeFailed, path,
        "the file could not be written: \(String(cString: strerror(number))); nothing was written",
        help: "check the disk and the path, then run the command again")
    }
  }
}
