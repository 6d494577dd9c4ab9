import Foundation

/// A shader with its includes expanded, and the files of its lines.
struct ShaderSource {
  /// The declarations before every shader. `readN` are replaced when a kernel is stitched.
  static let preface: String = {
    let reads = (0..<8).map { "vec4 read\($0)(const vec2 at) { return vec4(at, 0.0, 0.0); }\n" }
    return "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n" + reads.joined()
  }()

  private(set) var text = ShaderSource.preface
  /// The file of `#line` number n + 1; number 0 is the preface.
  private(set) var files: [URL] = []
  private let root: URL

  init(_ file: URL, root: URL) throws(ShaderError) {
    self.root = root
    try append(file, includedFrom: nil)
  }

  private mutating func append(_ file: URL, includedFrom includer: String?) throws(ShaderError) {
    guard !files.contains(file) else { return }
    guard let content = try? String(contentsOf: file, encoding: .utf8) else {
      throw ShaderError("\(includer ?? file.path + ":1"): error: cannot read \(file.path)")
    }
    files.append(file)
    let number = files.count
    text += "#line 1 \(number)\n"
    for (index, line) in content.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.drop(while: \.isWhitespace).hasPrefix("#include") else {
        text += line + "\n"
        continue
      }
      let here = "\(file.path):\(index + 1)"
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3 else {
        throw ShaderError("\(here): error: write #include \"Shared/Name.glsl\", a path from the folder of the shaders")
      }
      try append(root.appendingPathComponent(String(parts[1])).standardizedFileURL, includedFrom: here)
      text += "#line \(index + 2) \(number)\n"
    }
  }

  /// Returns the diagnostics of a glslang log: `ERROR: 2:14: 'x' : undeclared identifier` becomes
  /// `path:14: error: 'x' : undeclared identifier`.
  func diagnostics(_ log: String) -> [String] {
    log.split(separator: "\n").compactMap { line in
      let severities = [("ERROR: ", "error"), ("WARNING: ", "warning")]
      guard let (prefix, severity) = severities.first(where: { line.hasPrefix($0.0) }) else { return nil }
      let message = line.dropFirst(prefix.count)
      // Summaries such as "2 compilation errors." are redundant.
      guard !message.contains("compilation errors"), !message.contains("compilation terminated") else { return nil }
      let parts = message.split(separator: ":", maxSplits: 2)
      if parts.count == 3, let number = Int(parts[0]), Int(parts[1]) != nil, (1...files.count).contains(number) {
        return "\(files[number - 1].path):\(parts[1]): \(severity):\(parts[2])"
      }
      return "\(files[0].path):1: \(severity): \(message)"
    }
  }
}

/// A diagnostic line in the format of compilers: `path:line: error: text`.
struct ShaderError: Error {
  var line: String
  init(_ line: String) { self.line = line }
}
