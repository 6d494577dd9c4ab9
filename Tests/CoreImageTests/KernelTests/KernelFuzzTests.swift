import Foundation
import ImageGraph
import ImageKernels
import KernelLanguage
import RandomNumbers
import StageCompiler
import TestFiles
import TestSupport
import Testing

/// Changed texts of the twenty kernels end in errors or in kernels that a driver may see. `CI_KERNEL_FUZZ=100000` tries
/// so many of each language, `CI_KERNEL_SEED` others.
@Suite struct KernelFuzzTests {
  private static let folder = testFile("KernelLanguageTests/Kernels")
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["CI_KERNEL_FUZZ"].flatMap { Int($0) } ?? 300
  private static let seed = environment["CI_KERNEL_SEED"].flatMap { UInt64($0) } ?? 13

  private static let words = [
    "0", "-1", "2147483648", "1e38", "1e-45", "0.0 / 0.0", "vec4(1.0)", "float4(1)", "int", "float", "vec2", "sampler",
    "__sample", "coreimage::sampler", "return s;", "{", "}", "(", ")", "[99]", ".xyzw", ".wwww", "+", "*", "/", "%",
    "<<",
    "&&", "?", ":", ";", "for (int i = 0; i < 9; i++)", "while (true)", "if (x > 0.0)", "else", "const", "kernel",
    "extern \"C\"", "[[stitchable]]", "struct S { float a[4]; };", "/*", "*/", "//", "\"", "\\\n",
    "#define A A A\n",
    "#define float int\n", "#if 1\n", "sample(s, destCoord())", "dest.coord()", "mat3(1.0)", "uint", "half", "auto",
    "é",
    "destCoord()", "break;", "continue;", "discard;", "#define J(a, b) a ## b\n", "J(fl, oor)(s.r)", "##",
    "frexp(s.r, n)", "int n = 3;", "switch (1) { case 1: break; }",
  ]

  private static func texts(_ ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { $0.hasSuffix(ending) }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }

  /// Words and what stands between them.
  private static func split(_ text: String) -> [String] {
    var (parts, isWord): ([String], Bool?) = ([], nil)
    for character in text {
      let now = character.isLetter || character.isNumber || character == "_" || character == "."
      if now, isWord == true { parts[parts.count - 1].append(character) } else { parts.append(String(character)) }
      isWord = now
    }
    return parts
  }

  private static func changed(_ texts: [[String]], _ random: inout SplitMix) -> String {
    var parts = texts.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<max(parts.count, 1), using: &random)
      guard place < parts.count else { break }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: parts.remove(at: place)
      case 1: parts.insert(parts[place], at: place)
      case 2: parts.swapAt(place, Int.random(in: 0..<parts.count, using: &random))
      case 3: parts[place] = words.randomElement(using: &random)!
      case 4: parts.insert(words.randomElement(using: &random)!, at: place)
      default:
        let other = texts.randomElement(using: &random)!
        let start = Int.random(in: 0..<other.count, using: &random)
        let end = min(other.count, start + Int.random(in: 1...40, using: &random))
        parts.replaceSubrange(place..<place, with: other[start..<end])
      }
    }
    return parts.joined()
  }

  @Test(arguments: [Language.coreImage, .metal])
  func changedTextsEndInErrorsOrInValidModules(_ language: Language) throws {
    let texts = try Self.texts(language == .metal ? ".ci.metal" : ".cikernel").map(Self.split)
    var random = SplitMix(seed: Self.seed)
    var accepted = 0
    for number in 0..<Self.count {
      let text = Self.changed(texts, &random)
      let start = ContinuousClock.now
      do {
        for kernel in try KernelText(text, language).kernels() {
          accepted += 1
          if let message = try SPIRVValidator.complaint(about: kernel.code.words) {
            Issue.record("\(language) \(number): \(message)\n\(text)")
          }
          // Ahead of time it is a native stage as well.
          let stage = KernelLibrary.stageLine(
            kernel.kernel, function: kernel.code.function, words: kernel.code.words, named: "0.0")
          do { _ = try KernelForm(Substring(stage)).cText() } catch {
            Issue.record("\(language) \(number): no stage: \(error)\n\(text)")
          }
          guard !kernel.kernel.needs.openLoops else { continue }
          // It ends, with pixels or by a limit.
          try? kernel.code.machine().compute(pixels: 8) { _, _ throws(RenderError) in [0.5, 1, .nan, 0] }
        }
      } catch let problem as KernelProblem {
        if case .refused(let reason) = problem { Issue.record("\(language) \(number): \(reason)\n\(text)") }
      }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if seconds > 5 { Issue.record("\(language) \(number) takes \(seconds) s\n\(text)") }
    }
    #expect(accepted > Self.count / 20, "\(accepted) of \(Self.count) are kernels")
  }
}
