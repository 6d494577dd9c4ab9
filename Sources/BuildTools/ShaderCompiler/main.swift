import CGlslangInline
import Foundation

/// ShaderCompiler SHADERS WORK
///
/// Compiles every .glsl file under the folder SHADERS, except those in its folder Shared, and writes one Swift file,
/// WORK/CompiledShaders.swift. Shaders that are unchanged since the last build are read from the folder WORK.
///
/// A single process compiles all shaders, because starting glslang takes as long as compiling fifty of them.
let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  report("usage: ShaderCompiler SHADERS WORK")
  exit(2)
}

let shaders = ShaderFolder(root: URL(fileURLWithPath: arguments[1], isDirectory: true).standardizedFileURL)
let work = CompiledFolder(
  root: URL(fileURLWithPath: arguments[2], isDirectory: true),
  compiler: Bundle.main.executableURL ?? URL(fileURLWithPath: arguments[0]))
let names = shaders.names
var modules: [Module] = []
cglslang_begin()
if names.isEmpty { report("\(shaders.root.path):1: error: there is no shader in this folder") }
for name in names {
  do throws(ShaderError) {
    modules.append(Module(name: name, words: try work.words(of: name, shaders.source(name))))
  } catch {
    report(error.line)
  }
}
guard !names.isEmpty, modules.count == names.count else { exit(1) }

do throws(ShaderError) {
  try write(Data(swiftSource(of: modules).utf8), to: work.root.appendingPathComponent("CompiledShaders.swift"))
} catch {
  report(error.line)
  exit(1)
}
