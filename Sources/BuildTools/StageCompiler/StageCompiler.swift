import Foundation

/// StageCompiler shaders MODULES OUT CLANG RUNTIME WORK
/// StageCompiler kernels LIST OUT CLANG RUNTIME WORK
///
/// Writes C for every formula of the compiled shaders in the Swift file MODULES, or for every kernel of an app that
/// KernelBuildTool listed in LIST. Compiles the C with CLANG for each processor level, and writes a Swift file with the
/// shared objects. RUNTIME is the folder of the target CStages, which has the headers. Results that are unchanged since
/// the last build are read from the folder WORK.
@main enum StageCompiler {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 7, let form = StageSource(rawValue: arguments[1]) else {
      fail("usage: StageCompiler shaders|kernels FILE OUT CLANG RUNTIME WORK")
    }
    do throws(StageError) {
      let runtime = URL(fileURLWithPath: arguments[5], isDirectory: true)
      let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: arguments[0])
      let folder = StageFolder(
        root: URL(fileURLWithPath: arguments[6], isDirectory: true), compiler: modified(executable) ?? .distantFuture,
        clang: try Clang(path: arguments[4], runtime: runtime))
      guard let listed = try? String(contentsOfFile: arguments[2], encoding: .utf8) else {
        throw StageError("\(arguments[2]): error: cannot be read")
      }
      let groups = try form.groups(listed)
      guard !groups.isEmpty else { throw StageError("\(arguments[2]): error: there is no module in this file") }
      let text = Data(form.swift(of: try folder.libraries(of: groups, on: form.base)).utf8)
      let out = URL(fileURLWithPath: arguments[3])
      // An unchanged file keeps its date, so that its dependents are not rebuilt.
      if (try? Data(contentsOf: out)) != text {
        do { try text.write(to: out, options: .atomic) } catch {
          throw StageError("\(out.path): error: \(error.localizedDescription)")
        }
      }
    } catch {
      fail(error.description)
    }
  }

  private static func fail(_ text: String) -> Never {
    report(text)
    exit(1)
  }
}
