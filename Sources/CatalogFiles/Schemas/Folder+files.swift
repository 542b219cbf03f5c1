internal import PaywallCatalog
internal import Serving

extension Folder {
  init(_ files: ConfigurationFiles) {
    let reader = DraftReader(ParsedFiles(files))
    let path = ConfigurationPath.attributes
    let draft = reader.draft
    self.init(
      names: draft.names, unread: draft.unread, attributes: draft.schema.attributes,
      knowsAllAttributes: !draft.unread.contains(.group) && !files.unread.contains(path)
        && !reader.sink.found.hasErrors(in: path),
      locales: draft.app?.value.locales ?? [])
    conditions = ConditionSchema(folder: self).definitions
  }
}
