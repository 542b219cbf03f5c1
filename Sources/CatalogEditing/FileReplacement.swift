import CatalogFiles
package import PaywallAtomicFile

/// Replaces the bytes of a file, completely or not at all.
package struct FileReplacement: Sendable {
  /// A symbolic link stays; its target is replaced, if it is in the folder.
  package let path: String
  package let folder: String?
  /// The bytes that were read. A file that has changed since then is not replaced.
  package let was: [UInt8]
  package let new: [UInt8]

  /// - Parameter folder: the folder that the path is relative to; `nil` for the file's own folder.
  package init(of path: String, in folder: String? = nil, was: [UInt8], by new: [UInt8]) {
    self.path = path
    self.folder = folder
    self.was = was
    self.new = new
  }

  /// Writes a temporary file and renames it to the old one. The new bytes are on disk before the
  /// rename, so a reader always finds all of the old bytes or all of the new ones, also after a
  /// power failure. If it throws, the old file is unchanged and no temporary file is left.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let (file, directory) = try WriteTarget(path, in: folder).file()
    let old = try OpenFile.reading(file, in: directory, named: path)
    try old.lock()
    let status = try old.status()
    guard status.isWritable, old.mayWrite else { throw .notWritable(path) }
    guard try old.bytes(atMost: was.count + 1) == was else { throw .changed(path) }

    let access = FileAccess.exactly(
      mode: status.mode, owner: status.owner, group: status.group)
    let draft = try directory.draft(new, access, named: path)

    let now = try OpenFile.reading(file, in: directory, named: path)
    guard try now.status().isSameFile(as: status),
      try now.bytes(atMost: was.count + 1) == was
    else { throw .changed(path) }
    do throws(AtomicFileError) {
      return try draft.replace(file)
    } catch {
      throw .system(error.number, path)
    }
  }
}

/// Creates a file.
package struct NewFile: Sendable {
  package let path: String
  package let folder: String?
  package let bytes: [UInt8]

  /// - Parameter folder: the folder that the path is relative to; `nil` for the file's own folder.
  package init(_ path: String, in folder: String? = nil, _ bytes: [UInt8]) {
    self.path = path
    self.folder = folder
    self.bytes = bytes
  }

  /// Writes the file completely or not at all; an existing file, even a dangling link, stays.
  /// Folders that are missing between `folder` and the file are made.
  package func write() throws(WriteRefusal) -> WrittenFile {
    let target = try WriteTarget(path, in: folder)
    let parent = try target.madeParent()
    let draft = try parent.draft(bytes, .usual, named: path)
    do throws(AtomicFileError) {
      return try draft.create(target.name)
    } catch {
      throw .system(error.number, path)
    }
  }
}

extension DirectoryHandle {
  /// Bytes on disk beside the file that they will replace.
  fileprivate func draft(
    _ bytes: [UInt8], _ access: FileAccess, named name: String
  ) throws(WriteRefusal) -> FileDraft {
    do throws(AtomicFileError) {
      return try FileDraft(bytes, access: access, in: descriptor, named: name)
    } catch {
      throw .system(error.number, name)
    }
  }
}
