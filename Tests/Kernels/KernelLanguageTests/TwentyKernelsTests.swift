import KernelLanguage
import Testing

/// Typical kernels of public apps, each in both languages.
@Suite struct TwentyKernelsTests {
  static let pairs = Set(KernelFile.names.map { String($0.split(separator: ".")[0]) }).sorted()

  /// The kernels with different implementations in the two languages: `mod` and a helper, samples and gathers, an image
  /// and data.
  static let different: Set<String> = ["04-hue-bands", "10-mirror", "14-sobel", "16-turbulence"]

  @Test func thereAreTwenty() {
    #expect(Self.pairs.count == 20)
  }

  @Test(arguments: KernelFile.names)
  func becomesValidSPIRV(_ file: String) throws {
    let language = try #require(Language(fileName: file))
    for kernel in try kernels(KernelFile.text(file), language) { Shader.check(kernel) }
  }

  @Test(arguments: pairs)
  func bothLanguagesSayTheSame(_ name: String) throws {
    let first = try kernels(KernelFile.text("\(name).cikernel"), .coreImage)
    let second = try kernels(KernelFile.text("\(name).ci.metal"), .metal)
    #expect(first.map(\.name) == second.map(\.name))
    guard !Self.different.contains(name) else { return }
    #expect(first.map(\.kernelClass) == second.map(\.kernelClass))
    for (a, b) in zip(first, second) {
      #expect(a.glsl == b.glsl)
      #expect(a.slots == b.slots)
      #expect(a.mangledName == b.mangledName)
      #expect(Shader.words(of: a.glsl, "\(name)") == Shader.words(of: b.glsl, "\(name)"))
    }
  }

  @Test func theZebraOfTheTalkIsAColourKernel() throws {
    let kernel = try #require(try kernels(KernelFile.text("02-zebra.ci.metal"), .metal).first)
    #expect(kernel.name == "HDRZebra")
    #expect(kernel.kernelClass == .color)
    #expect(kernel.form == .color(inputs: 1))
    #expect(kernel.parameters.map(\.spelling) == ["coreimage::sample_t", "float"])
    #expect(kernel.slots == [.pixel(image: 0), .position, .argument(parameter: 1, component: nil, kind: .float)])
    #expect(kernel.needs.destination)
    #expect(kernel.mangledName.hasSuffix("(vf4;vf2;f1;"))
    #expect(
      kernel.glsl.contains("if ((v3_zebra > 0.5) && (((v0_s.x > 1.0) || (v0_s.y > 1.0)) || (v0_s.z > 1.0))) {"))
  }
}
