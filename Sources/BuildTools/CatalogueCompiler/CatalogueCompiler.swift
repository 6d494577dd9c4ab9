import Foundation

/// Reads the files of the filter catalogue and writes what can be told from their declarations.
///
/// `CatalogueCompiler catalogue OUT FILE…` writes `Catalogue`; `CatalogueCompiler builtins OUT FILE…` writes the typed
/// forms of CIFilterBuiltins; `CatalogueCompiler documentation OUT FILE…` writes what the comments say of the filters.
@main enum CatalogueCompiler {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let form = arguments.first, ["catalogue", "builtins", "documentation"].contains(form), arguments.count >= 2
    else {
      fail("usage: CatalogueCompiler catalogue|builtins|documentation OUT FILE…")
    }
    do {
      var declarations = Declarations()
      for file in arguments.dropFirst(2) where file.hasSuffix(".swift") {
        try declarations.read(try String(contentsOfFile: file, encoding: .utf8), file: file)
      }
      let filters = try declarations.filters()
      let text =
        switch form {
        case "catalogue": catalogueText(filters)
        case "builtins": try builtinsText(filters)
        default: documentationText(filters, declarations.comments)
        }
      let file = arguments.dropFirst().first!
      // What depends on it is not built again where nothing has changed.
      if (try? String(contentsOfFile: file, encoding: .utf8)) != text {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }
}
