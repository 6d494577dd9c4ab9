import Foundation

/// A cache of C files and objects between builds: `Blur.c`, `Blur.words`, from which it was written, and `Blur.avx2.o`
/// for each level. Only groups with changed words are written again, and only changed C is compiled.
package struct StageFolder {
  let root: URL
  /// The date of this compiler. Older C is written again; if it is unchanged, its objects remain valid.
  let compiler: Date
  let clang: Clang

  package init(root: URL, compiler: Date, clang: Clang) {
    (self.root, self.compiler, self.clang) = (root, compiler, clang)
  }

  /// Returns the shared objects of all levels.
  ///
  /// - Parameter base: the C in addition to the groups.
  package func libraries(
    of groups: [StageGroup], on base: String, for levels: [StageLevel] = StageLevel.allCases
  ) throws(StageError) -> [StageLevel: Data] {
    do { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) } catch {
      throw StageError("\(root.path): error: \(error.localizedDescription)")
    }
    try onAllCores(groups) { group throws(StageError) in try write(group) }
    try write(C: StageGroup.table(groups), named: "Table")
    try write(C: base, named: "Programs")
    let sources = groups.map(\.name) + ["Table", "Programs"]
    // Longest first, so that the last jobs are short and the cores finish together.
    let jobs = sources.sorted { size($0) > size($1) }.flatMap { name in levels.map { (name, $0) } }
    try onAllCores(jobs) { job throws(StageError) in try compile(job.0, for: job.1) }

    let libraries = Libraries()
    try onAllCores(levels) { level throws(StageError) in
      let library = file("stages", "\(level.rawValue).so")
      try clang.link(sources.map { file($0, "\(level.rawValue).o") }, to: library, for: level)
      guard let data = try? Data(contentsOf: library) else { throw StageError("\(library.path): error: not there") }
      libraries.add(data, level)
    }
    return libraries.all
  }

  /// Writes a group's C if its words, or this compiler, are new. The words are written last: if they exist, the C is
  /// complete.
  private func write(_ group: StageGroup) throws(StageError) {
    let words = file(group.name, "words")
    if let written = modified(words), written > compiler,
      (try? String(contentsOf: words, encoding: .utf8)) == group.key,
      (try? String(contentsOf: file(group.name, "c"), encoding: .utf8))?.hasPrefix(clang.heading) == true
    {
      return
    }
    try write(C: group.text(), named: group.name)
    try write(group.key, to: words)
  }

  /// Writes C unless it is unchanged, because objects must be newer than the C.
  private func write(C text: String, named name: String) throws(StageError) {
    let (source, whole) = (file(name, "c"), clang.heading + text)
    if (try? String(contentsOf: source, encoding: .utf8)) != whole { try write(whole, to: source) }
  }

  private func compile(_ name: String, for level: StageLevel) throws(StageError) {
    let (source, object) = (file(name, "c"), file(name, "\(level.rawValue).o"))
    if let compiled = modified(object), let written = modified(source), compiled > written { return }
    // Compiled to a temporary name, so that an interrupted build leaves no incomplete object.
    let part = file(name, "\(level.rawValue).part")
    try clang.compile(source, to: part, for: level)
    guard rename(part.path, object.path) == 0 else { throw StageError("\(object.path): error: cannot be written") }
  }

  private func write(_ text: String, to file: URL) throws(StageError) {
    do { try Data(text.utf8).write(to: file, options: .atomic) } catch {
      throw StageError("\(file.path): error: \(error.localizedDescription)")
    }
  }

  private func file(_ name: String, _ ending: String) -> URL { root.appendingPathComponent("\(name).\(ending)") }
  private func size(_ name: String) -> Int { (try? Data(contentsOf: file(name, "c")).count) ?? 0 }
}

/// Returns the modification date of a file.
func modified(_ file: URL) -> Date? {
  (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
}

private final class Libraries: @unchecked Sendable {
  private let lock = NSLock()
  private var libraries: [StageLevel: Data] = [:]
  var all: [StageLevel: Data] { lock.withLock { libraries } }
  func add(_ data: Data, _ level: StageLevel) { lock.withLock { libraries[level] = data } }
}
