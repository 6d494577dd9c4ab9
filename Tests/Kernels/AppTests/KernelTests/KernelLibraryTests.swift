import CoreImage
import Foundation
import ImageGraph
import ImageSPIRV
import KernelLanguage
import KernelModules
import ProcessorEngine
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// Kernels that are compiled ahead of time.
@Suite struct KernelLibraryTests {
  private static let texts = [
    KernelText(KernelImageLoads.zebra, .metal, file: "zebra.ci.metal"),
    KernelText(GeneralKernelTests.right, .coreImage, file: "right.cikernel"),
    KernelText("vec2 shift(const vec2 at, const vec2 by) { return at + by; }", .glsl, file: "shift.ci.glsl"),
  ]

  /// Returns a library that is written as by the build tool.
  private static func library(_ texts: [KernelText] = texts) throws -> Data {
    try KernelLibrary.file(of: texts) { glsl in Glslang.compile(glsl) }
  }

  @Test func aLibrarySaysItsNamesAndClasses() throws {
    let library = try Self.library()
    #expect(CIKernel.kernelNames(fromMetalLibraryData: library) == ["HDRZebra", "right", "shift"])
    #expect(CIKernel.kernelNames(fromMetalLibraryData: Data("MTLB".utf8)).isEmpty)
    #expect(throws: CIKernelError.self) { try CIWarpKernel(functionName: "right", fromMetalLibraryData: library) }
    #expect(throws: CIKernelError.self) { try CIKernel(functionName: "left", fromMetalLibraryData: library) }
    #expect(try CIWarpKernel(functionName: "shift", fromMetalLibraryData: library).name == "shift")
  }

  @Test(arguments: Backend.contextNames)
  func itsKernelsAreThoseOfTheTexts(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let library = try Self.library()
    let ahead = try CIColorKernel(functionName: "HDRZebra", fromMetalLibraryData: library)
    let text = try CIColorKernel(checked: KernelImageLoads.zebra, language: .metal)
    let image = KernelImageLoads.noise()
    #expect(
      try KernelImageLoads.pixels(ahead.apply(checked: image.extent, arguments: [image, 0.2]), image.extent, context)
        == KernelImageLoads.pixels(text.apply(checked: image.extent, arguments: [image, 0.2]), image.extent, context))
    let right = try CIKernel(functionName: "right", fromMetalLibraryData: library)
    let nearest = try right.apply(
      checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -2, dy: 0) },
      arguments: [CISampler(image: image, options: [kCISamplerFilterMode: kCISamplerFilterNearest]), 0.4])
    #expect(try KernelImageLoads.pixel(nearest, 4, 9, context) == KernelImageLoads.pixel(image, 4, 9, context))
    // Variants that are not compiled ahead of time are errors.
    #expect(throws: CIKernelError.self) {
      try right.apply(
        checked: image.extent, roiCallback: { _, rect in rect },
        arguments: [CISampler(image: image, options: [kCISamplerAffineMatrix: [2, 0, 0, 1, 0, 0]]), 0])
    }
  }

  @Test(arguments: TwentyKernels.files)
  func aRecordContainsTheCompiledDescription(_ file: String) throws {
    let text = try TwentyKernels.text(file)
    let library = try KernelLibrary(Self.library([text]))
    let kernels = try text.translated(PrintOptions()).kernels
    #expect(!kernels.isEmpty)
    for var kernel in kernels {
      kernel.glsl = ""
      #expect(try library.record(of: kernel.name)?.kernel == kernel)
    }
  }

  /// A program's module is assembled from the library, so nothing else is needed.
  @Test func codeIsStoredWithoutUncalledFunctions() throws {
    let text = KernelText(
      """
      float half_(float x) { return 0.5 * x; }
      kernel vec4 first(sampler image, float k) { return half_(k) * sample(image, samplerCoord(image)); }
      kernel vec4 second(__sample s) { return sin(s); }
      """, .coreImage, file: "two.cikernel")
    let library = try KernelLibrary(Self.library([text]))
    for kernel in try text.translated(PrintOptions()).kernels {
      let whole = try text.words(of: kernel) { glsl in Glslang.compile(glsl) }
      let record = try #require(try library.record(of: kernel.name))
      #expect(record.words.count < whole.count * 2 / 3)
      let names = try ShaderLibrary([(name: "kept", words: record.words)]).functionNames
      #expect(names.contains(kernel.mangledName) && !names.contains { $0.hasPrefix("main") }, "\(names)")
      #expect(try record.facts == kernel.facts(whole))
    }
  }

  /// Returns the instructions of all functions of a library's first kernel.
  private static func opcodes(_ text: String) throws -> [Opcode] {
    let library = try KernelLibrary(Self.library([KernelText(text, .glsl, file: "one.ci.glsl")]))
    var words = try #require(try library.record(of: library.names[0])).words.dropFirst(5)
    var opcodes: [Opcode] = []
    while let first = words.first {
      opcodes += Opcode(rawValue: first & 0xffff).map { [$0] } ?? []
      words = words.dropFirst(Int(first >> 16))
    }
    return Array(opcodes.drop { $0 != .function })
  }

  @Test func codeGoesNotThroughMemory() throws {
    let straight = try Self.opcodes(
      """
      vec4 straight(const vec4 color, const float k) {
        float a = color.r, b = color.g;
        a = a * k;
        float swap = a;
        a = b;
        b = swap;
        vec4 result = color;
        result = vec4(a, b, result.b, 1.0);
        return result;
      }
      """)
    #expect(!straight.contains { [.variable, .load, .store].contains($0) }, "\(straight)")
    // Values from the first block are known after branches; values stored in a branch are not.
    let branched = try Self.opcodes(
      """
      vec4 branched(const vec4 color, const float k) {
        float gain = k * 2.0;
        vec4 result = color;
        if (color.a > 0.5) { result = result * gain; }
        return result + gain;
      }
      """)
    #expect(branched.count { $0 == .variable } == 1 && branched.count { $0 == .load } == 1, "\(branched)")
    #expect(branched.count { $0 == .store } == 2)
  }

  /// All cases in which a variable's value may come from another block.
  private static let tangled = """
    float turned(inout float a, float b) { float old = a; a = b; b += old; return b; }
    vec4 tangled(const vec4 color, const float k) {
      float once = color.a + k, a = color.r, b = color.g, kept = 0.0;
      vec4 list = color;
      for (int i = 0; i < 5; i++) {
        float swap = a;
        a = b;
        b = swap + once;
        if (a > 2.0) continue;
        if (b > 9.0) { kept = b; break; }
        kept = a;
        list[i % 4] += kept;
        for (int j = 0; j < i; j++) { float last = a; a += 0.125 * float(j); if (last > 3.0) break; b = last; }
      }
      float picked = color.b;
      switch (int(color.b * 4.0)) {
        case 0: picked += 1.0;
        case 1: picked *= b; break;
        case 2: if (a > 1.0) return vec4(picked, a, b, once); picked -= a;
        default: a = picked;
      }
      float side = 0.0;
      if (color.g > 0.5) { side = a; if (k > 100.0) { return list; } } else { return vec4(turned(a, b), a, b, kept); }
      float both = color.r > 0.25 && side > 0.3 ? side : -side;
      do { both *= 0.5; side = both; } while (both > 0.2);
      return list + vec4(a, b, picked, side) * once + turned(a, both);
    }
    """

  @Test(arguments: Backend.contextNames) func tangledCodeMeansTheSame(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let ahead = try AheadKernels([KernelText(Self.tangled, .glsl, file: "tangled.ci.glsl")]).kernel("tangled")
    if backend == "processor" { #expect(try Stages.shared().stage(of: #require(ahead.code)) != nil) }
    let text = try #require(try CIKernel.kernels(checked: Self.tangled, language: .glsl).first)
    let image = KernelImageLoads.noise()
    let results = try [ahead, text].map { kernel in
      let made = try kernel.apply(checked: image.extent, roiCallback: { $1 }, arguments: [image, 0.3])
      return try KernelImageLoads.pixels(made, made.extent, context)
    }
    let strays = TwentyKernels.strays(results[0], results[1], allowed: backend == "reference" ? 0 : 1e-4)
    #expect(strays.isEmpty, "\(strays.count) of \(results[0].count) pixels differ")
    #expect(Set(results[1].map(\.x)).count > 100)
  }

  @Test func tornAndChangedLibrariesAreRefused() throws {
    let library = try Self.library()
    func tries(_ data: Data) {
      for name in ["HDRZebra", "right", "shift"] {
        let kernel = try? CIKernel(functionName: name, fromMetalLibraryData: data)
        _ = kernel?.apply(
          extent: CGRect(x: 0, y: 0, width: 4, height: 4), roiCallback: { _, rect in rect },
          arguments: [KernelImageLoads.noise(), 0.5])
      }
    }
    for length in stride(from: 0, to: library.count, by: 97) { tries(library.prefix(length)) }
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      var changed = library
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      tries(changed)
    }
  }

  @Test func everyDamagedByteIsFound() throws {
    let library = try Self.library()
    for place in stride(from: 0, to: library.count, by: 41) {
      var damaged = library
      damaged[place] ^= 0x10
      let isWhole = ["HDRZebra", "right", "shift"].allSatisfy {
        (try? CIKernel(functionName: $0, fromMetalLibraryData: damaged)) != nil
      }
      #expect(!isWhole, "byte \(place)")
    }
    var longer = library
    longer.append(0)
    let error = #expect(throws: CIKernelError.self) {
      try CIKernel(functionName: "right", fromMetalLibraryData: longer)
    }
    #expect("\(try #require(error))".contains("damaged"))
  }

  /// Code that contradicts its record, with valid digests: an error of the render.
  @Test(arguments: Backend.contextNames) func codeOfAnotherKindIsAnErrorOfTheRender(_ backend: String) throws {
    let text = KernelText("kernel vec4 gain(__sample s, float g) { return s * g; }", .coreImage, file: "gain.cikernel")
    let other = KernelText(
      "kernel vec4 gain(__sample s, vec2 g) { return s * g.x; }", .coreImage, file: "gain.cikernel")
    let image = KernelImageLoads.noise()
    let context = try KernelImageLoads.context(backend)
    let words = try KernelLibrary(Self.library([other])).record(of: "gain")!.words
    for wrong in [words, Array(words.dropLast()), [1, 2, 3], Array(words.prefix(5))] {
      let library = try Self.library([text], withWords: wrong)
      let kernel = try CIColorKernel(functionName: "gain", fromMetalLibraryData: library)
      let source = try kernel.apply(checked: image.extent, arguments: [image, 0.5])
      let error = #expect(throws: (any Error).self) { try KernelImageLoads.pixels(source, image.extent, context) }
      #expect("\(try #require(error))".contains("gain"))
    }
    let kernel = try CIColorKernel(functionName: "gain", fromMetalLibraryData: Self.library([text]))
    _ = try KernelImageLoads.pixels(
      kernel.apply(checked: image.extent, arguments: [image, 0.5]), image.extent, context)
  }

  /// Returns a library of one kernel, with other code.
  private static func library(_ texts: [KernelText], withWords words: [UInt32]) throws -> Data {
    let library = try library(texts)
    let record = try #require(try KernelLibrary(library).bytes(of: "gain"))
    let old = try #require(try KernelLibrary(library).record(of: "gain")).words
    func bytes(_ words: [UInt32]) -> Data { words.map(\.littleEndian).withUnsafeBytes { Data($0) } }
    let changed = record.dropLast(4 + 4 * old.count) + bytes([UInt32(4 * words.count)] + words)
    let start = library.prefix(library.count - record.count - 32 - 32 - 4)
    let head = start + bytes([UInt32(changed.count)]) + sha256(changed)
    return head + sha256(head) + changed
  }

  @Test func aMissingNameIsReportedWithTheExistingNames() throws {
    let library = try Self.library()
    let error = #expect(throws: CIKernelError.self) {
      try CIKernel(functionName: "left", fromMetalLibraryData: library)
    }
    #expect(error == .noKernel(named: "left", known: ["HDRZebra", "right", "shift"]))
  }

  /// Source: FIPS 180-4's examples; a million times "a".
  @Test func digestsAreThoseOfTheStandard() {
    func hexadecimal(_ text: String) -> String {
      sha256(Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hexadecimal(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Later steps read the rounded values of the format, on all engines and at all positions in a chain.
  @Test(arguments: Backend.contextNames)
  func resultsAreStoredInTheRequestedFormat(_ backend: String) throws {
    let text = KernelText(
      "kernel vec4 wide(__sample s, float k) { return vec4(s.r * k, s.g - 1.0, 0.3333, s.a); }", .coreImage,
      file: "wide.cikernel")
    let library = try Self.library([text])
    let context = try KernelImageLoads.context(backend)
    let image = KernelImageLoads.noise()
    func made(_ format: CIFormat) throws -> [SIMD4<Float>] {
      let kernel = try CIColorKernel(functionName: "wide", fromMetalLibraryData: library, outputPixelFormat: format)
      let step = try kernel.apply(checked: image.extent, arguments: [image, 1.5])
      return try KernelImageLoads.pixels(
        step.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1]), image.extent, context)
    }
    let plain = try made(CIFormat(rawValue: 0)).map { SIMD4($0.x / 2, $0.y / 2, $0.z / 2, $0.w) }
    func byte(_ value: Float) -> Float { (min(max(value, 0), 1) * 255 + 0.5).rounded(.down) / 255 }
    let expected: [(CIFormat, (SIMD4<Float>) -> SIMD4<Float>)] = [
      (.RGBAf, { $0 }),
      (.RGBAh, { SIMD4(Float(Float16($0.x)), Float(Float16($0.y)), Float(Float16($0.z)), Float(Float16($0.w))) }),
      (.RGBA8, { SIMD4(byte($0.x), byte($0.y), byte($0.z), byte($0.w)) }), (.R8, { SIMD4(byte($0.x), 0, 0, 1) }),
      (.RG8, { SIMD4(byte($0.x), byte($0.y), 0, 1) }), (.Rf, { SIMD4($0.x, 0, 0, 1) }),
    ]
    for (format, held) in expected {
      for (got, value) in zip(try made(format), plain) {
        let want = held(value)
        let off = SIMD4(got.x / 2, got.y / 2, got.z / 2, got.w) - want
        // A half may round in either direction if the kernel's last bit differs.
        let allowed: Float = format == .RGBAh ? 1e-3 : 1e-6
        #expect(max(off.max(), -off.min()) <= allowed, "\(format): \(got), not \(want)")
      }
    }
    #expect(throws: CIKernelError.self) { try made(.L8) }
  }

  /// Unsupported code is reported when the app is built, with its line in the source.
  @Test(
    arguments: [
      ("vec4 f(const vec4 c) {\n  return vec4(float(double(c.r) * double(3.0)));\n}", "numbers of 64 bits"),
      ("float kept = 1.0;\nvec4 f(const vec4 c) {\n  kept += c.r;\n  return c * kept;\n}", "outside of functions"),
      ("vec4 f(const vec4 c) {\n  return vec4(dFdx(c.r));\n}", "'dFdx'"),
      ("shared float near[64];\nvec4 f(const vec4 c) {\n  return c * near[3];\n}", "outside of functions"),
    ])
  func unsupportedCodeIsRejectedByTheBuild(_ text: String, _ message: String) throws {
    let error = #expect(throws: KernelProblem.self) {
      try Self.library([KernelText(text, .glsl, file: "foreign.ci.glsl")])
    }
    let lines = "\(try #require(error))"
    #expect(lines.contains("foreign.ci.glsl:") && lines.contains(message), "\(lines)")
  }

  /// Programs look for the name that the compiler prints.
  @Test func openLoopsAreReportedByOneName() {
    #expect(FormulaCode.openLoopsFunction == Kernel.unfinishedFunction)
  }

  @Test func twoOfOneNameAreAnError() throws {
    #expect(throws: KernelProblem.self) { try Self.library([Self.texts[0], Self.texts[0]]) }
  }
}
