import CGlslang
import Foundation
import KernelLanguage
import KernelModules

/// KernelBuildTool LIBRARY LIST FILE…
///
/// Compiles the kernels of all files into the file LIBRARY, which `CIKernel(functionName:fromMetalLibraryData:)` loads,
/// and lists them in the file LIST for StageCompiler. Kernels can include the files NAME.h of their folder.
/// Errors are printed in the format of compilers.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  report("usage: KernelBuildTool LIBRARY LIST FILE…")
  exit(2)
}

func bytes(of path: String) -> [UInt8] {
  guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
    report("\(path):1: error: cannot be read")
    exit(1)
  }
  return Array(bytes)
}

func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

let files = arguments.dropFirst(3).sorted()
/// The contents of headers, by folder and name.
var headers: [String: [String: [UInt8]]] = [:]
for path in files where path.hasSuffix(".h") {
  headers[folder(of: path), default: [:]][URL(fileURLWithPath: path).lastPathComponent] = bytes(of: path)
}
var texts: [KernelText] = []
for path in files where !path.hasSuffix(".h") {
  guard let language = Language(fileName: URL(fileURLWithPath: path).lastPathComponent) else {
    report("\(path):1: error: kernels are *.cikernel, *.ci.metal and *.ci.glsl")
    exit(1)
  }
  texts.append(KernelText(bytes(of: path), language, file: path, headers: headers[folder(of: path)] ?? [:]))
}

cglslang_start()
do throws(KernelProblem) {
  let library = try KernelLibrary.file(of: texts) { glsl in
    let result = cglslang_compile(glsl)
    defer { cglslang_free(result) }
    let words = result.words.map { Array(UnsafeBufferPointer(start: $0, count: result.wordCount)) }
    return (words, result.log.map { String(cString: $0) } ?? "")
  }
  let list = try KernelLibrary(library).stageList()
  for (path, content) in [(arguments[2], Data(list.utf8)), (arguments[1], library)] {
    // An unchanged file keeps its date, so that its dependents are not rebuilt.
    if (try? Data(contentsOf: URL(fileURLWithPath: path))) == content { continue }
    do { try content.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      report("\(path):1: error: cannot be written: \(error.localizedDescription)")
      exit(1)
    }
  }
} catch {
  report("\(error)")
  exit(1)
}
