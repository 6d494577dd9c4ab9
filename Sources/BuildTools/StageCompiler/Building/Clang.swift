import Foundation

/// The toolchain's C compiler.
package struct Clang: Sendable {
  let path: String
  let includes: [String]
  /// The first line of every C file: a hash of the headers, the flags and the compiler, so that objects are rebuilt if
  /// any of them changes.
  let heading: String

  /// - Parameter runtime: the folder of the target CStages.
  package init(path: String, runtime: URL) throws(StageError) {
    let folders = ["include", "Runtime"].map { runtime.appendingPathComponent($0) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // FNV-1a.
    func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    for folder in folders {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() {
        guard let header = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
          throw StageError("\(folder.path)/\(name): error: cannot be read")
        }
        add(header)
      }
    }
    add(StageLevel.allCases.flatMap { StageLevel.compilerFlags + $0.flags }.joined().utf8)
    let compiler = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    add("\(compiler.path) \(modified(compiler)?.timeIntervalSince1970 ?? 0)".utf8)
    (self.path, includes) = (path, folders.map(\.path))
    heading = "// \(String(hash, radix: 36))\n"
  }

  func compile(_ source: URL, to object: URL, for level: StageLevel) throws(StageError) {
    try run(
      level.flags + StageLevel.compilerFlags + includes.flatMap { ["-I", $0] } + [source.path, "-o", object.path])
  }

  func link(_ objects: [URL], to library: URL, for level: StageLevel) throws(StageError) {
    try run(level.flags + StageLevel.linkerFlags + objects.map(\.path) + ["-o", library.path])
  }

  private func run(_ arguments: [String]) throws(StageError) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = output
    process.standardOutput = output
    do { try process.run() } catch { throw StageError("\(path): error: \(error.localizedDescription)") }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw StageError("\(path): error: stages do not compile\n\(text)") }
  }
}

/// Calls `body` for each element, on all cores. Throws the first error after all calls have finished.
func onAllCores<T: Sendable>(
  _ elements: [T], _ body: @escaping @Sendable (T) throws(StageError) -> Void
) throws(StageError) {
  let failure = EmissionFailure()
  DispatchQueue.concurrentPerform(iterations: elements.count) { index in
    do throws(StageError) { try body(elements[index]) } catch { failure.note(error) }
  }
  if let error = failure.first { throw error }
}

private final class EmissionFailure: @unchecked Sendable {
  private let lock = NSLock()
  private var error: StageError?
  var first: StageError? { lock.withLock { error } }
  func note(_ new: StageError) { lock.withLock { error = error ?? new } }
}
