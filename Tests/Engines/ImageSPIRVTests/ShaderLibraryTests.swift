import CompiledShaders
import ImageGraph
import ImagePasses
import ImageSPIRV
import RandomNumbers
import Testing

@Suite struct ShaderLibraryTests {
  @Test func functionsAreFoundByTheirCompiledNames() {
    #expect(Kernels.library.contains("exposureAdjust(vf4;f1;"))
    #expect(Kernels.library.contains("boxBlurPass(vf2;vf2;f1;"))
    #expect(Kernels.library.contains("unpremultiply(vf4;"))
    #expect(!Kernels.library.contains("main("))
    #expect(!Kernels.library.contains("read0(vf2;"))
  }

  @Test func addingAModuleTwiceChangesNothing() throws {
    var library = Kernels.library
    for module in CompiledShaders.modules { try library.add(module.words, named: module.name) }
    #expect(library.functionNames == Kernels.library.functionNames)
    let stitcher = Stitcher(library: library)
    let program = Kernels.chain([Kernels.matrix])
    #expect(try stitcher.stitch(program) == Stitcher(library: Kernels.library).stitch(program))
  }

  @Test func truncatedModulesAreErrors() throws {
    let words = try #require(CompiledShaders.modules.first { $0.name == "Blur/BoxBlur" }).words
    for count in [0, 1, 4] {
      #expect(throws: RenderError.self) { try ShaderLibrary([("cut", Array(words[..<count]))]) }
    }
    // A truncation between two functions leaves a valid module. It must never trap.
    for count in 5..<words.count { tryAll(Array(words[..<count])) }
  }

  @Test func identifiersThatAreNotBelowTheBoundAreErrors() throws {
    var words = try #require(CompiledShaders.modules.first { $0.name == "Blur/BoxBlur" }).words
    // Types have the lowest identifiers, instructions of functions the highest.
    for bound in stride(from: words[3] / 2, through: 0, by: -1) {
      words[3] = bound
      #expect { try ShaderLibrary([("small", words)]) } throws: {
        "\($0)".contains("below the module's bound, \(bound)")
      }
    }
  }

  @Test func damagedModulesNeverTrap() throws {
    var random = SplitMix(seed: 7)
    for name in ["ColorAdjustment/ColorMatrix", "Blur/BoxBlur", "Color/SRGB"] {
      let words = try #require(CompiledShaders.modules.first { $0.name == name }).words
      for _ in 0..<600 {
        var damaged = words
        for _ in 0...Int.random(in: 0..<3, using: &random) {
          let index = Int.random(in: 0..<words.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: damaged[index] = UInt32.random(in: 0...UInt32.max, using: &random)
          case 1: damaged[index] = words[Int.random(in: 0..<words.count, using: &random)]
          default: damaged[index] = UInt32.random(in: 0..<80, using: &random)
          }
        }
        tryAll(damaged)
      }
    }
  }

  /// A label is passed to a function with fewer blocks, which branches to its parameter: neither has a meaning.
  @Test func labelsAreNoArguments() throws {
    var words = try Kernels.compiled(
      """
      float inner(const float x, const float y) { if (y > 0.5) { return 1.0; } return x; }
      vec4 outer(const vec4 c) {
        vec4 v = c;
        if (c.x > 0.1) v.y = 1.0;
        if (c.y > 0.1) v.x = 2.0;
        if (c.z > 0.1) v.z = 3.0;
        v.w = inner(c.w, c.x);
        return v;
      }
      """)
    let places = sequence(first: 5) { place in
      let next = place + Int(words[place] >> 16)
      return next < words.count ? next : nil
    }
    func instructions(_ opcode: UInt32) -> [Int] { places.filter { words[$0] & 0xffff == opcode } }
    let call = try #require(instructions(57).last)
    let callee = try #require(instructions(54).first { words[$0 + 2] == words[call + 3] })
    let parameter = try #require(instructions(55).first { $0 > callee })
    let branch = try #require(instructions(250).first { $0 > callee })
    words[call + 4] = words[try #require(instructions(248).last) + 1]
    words[branch + 2] = words[parameter + 2]
    let stitcher = Stitcher(library: try ShaderLibrary([("labels", words)]))
    let text = try disassembly(of: stitcher.stitch(Kernels.chain([.init("outer(vf4;")], pixels: 4)))
    #expect(text.contains("OpFunctionCall"))
  }

  /// Reads a module and, if that succeeds, stitches its functions. Errors are expected.
  private func tryAll(_ words: [UInt32]) {
    guard let library = try? ShaderLibrary([("damaged", words)]) else { return }
    let stitcher = Stitcher(library: library)
    for call in [Kernels.matrix, Kernels.decode, Kernels.encode] {
      for pixels in [1, 4] { _ = try? stitcher.stitch(Kernels.chain([call], pixels: pixels)) }
    }
    _ = try? stitcher.stitch(Kernels.blur(pixels: 4))
  }
}
