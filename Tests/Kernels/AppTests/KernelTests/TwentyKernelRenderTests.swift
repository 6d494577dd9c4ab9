import CoreImage
import Foundation
import ImageGraph
import ProcessorEngine
import TestContexts
import TestSupport
import Testing

/// The twenty kernels of KernelLanguageTests as recipe steps: the device and the interpreter agree, both languages give
/// the same bits, and a tile is a part of the whole.
@Suite struct TwentyKernelRenderTests {
  private static let tile = CGRect(x: 3, y: 11, width: 17, height: 12)

  private func images(_ file: String) throws -> [CIImage] {
    try TwentyKernels.images(TwentyKernels.kernels(file))
  }

  /// The maximum number of pixels that may differ, because a comparison depends on the last bit of a device's root or
  /// quotient.
  private static let decided = 2

  @Test(arguments: TwentyKernels.names, Backend.engineNames)
  func enginesAndInterpreterAgree(_ file: String, _ engine: String) throws {
    let contexts = try [engine, "reference"].map { try KernelImageLoads.context($0) }
    for image in try images(file) {
      let results = try contexts.map { try KernelImageLoads.pixels(image, image.extent, $0) }
      let strays = TwentyKernels.strays(results[0], results[1], allowed: 1e-4)
      #expect(strays.count <= Self.decided, "\(file): \(strays.count) of \(results[0].count) pixels differ")
      #expect(Set(results[1].map { $0.x }).count > 1, "\(file) shows nothing")
    }
  }

  @Test(arguments: TwentyKernels.names, Backend.contextNames)
  func aTileIsAPartOfTheWhole(_ file: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    for image in try images(file) {
      let whole = try KernelImageLoads.pixels(image, image.extent, context)
      let part = try KernelImageLoads.pixels(image, Self.tile, context)
      let strays = TwentyKernels.strays(part, TwentyKernels.part(Self.tile, of: whole, image.extent))
      #expect(strays.isEmpty, "\(file): \(strays)")
    }
  }

  /// Malformed pixels result in pixels, on every engine.
  @Test(arguments: TwentyKernels.names, Backend.contextNames)
  func hostilePixelsDoNoHarm(_ file: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let numbers: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 3.4e38, -0.0, .leastNonzeroMagnitude, 0.5]
    let hostile = KernelImageLoads.image((0..<37 * 29 * 4).map { numbers[$0 * 7 % 9] }, 37, 29)
    for image in try TwentyKernels.images(TwentyKernels.kernels(file), of: hostile) {
      #expect(try KernelImageLoads.pixels(image, image.extent, context).count == 37 * 29)
    }
  }

  /// Kernels that are compiled ahead of time run as native code on the CPU, with the same results.
  @Test(.enabled(if: Backend.engineNames.contains("processor")), arguments: TwentyKernels.names)
  func nativeStagesAgreeWithTheInterpreter(_ file: String) throws {
    let kernels = try TwentyKernels.nativeKernels(file)
    for kernel in kernels {
      let code = try #require(kernel.code)
      #expect(try Stages.shared().stage(of: code) != nil, "\(kernel.name) has no native stage")
    }
    let contexts = try ["processor", "reference"].map { try KernelImageLoads.context($0) }
    for image in try TwentyKernels.images(kernels) {
      for rect in [image.extent, Self.tile] {
        let results = try contexts.map { try KernelImageLoads.pixels(image, rect, $0) }
        let strays = TwentyKernels.strays(results[0], results[1], allowed: 1e-4)
        #expect(strays.count <= Self.decided, "\(file): \(strays.count) of \(results[0].count) pixels differ")
      }
    }
  }

  @Test(arguments: TwentyKernels.names, Backend.contextNames)
  func whatIsCompiledAheadGivesTheSame(_ file: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let pairs = zip(try images(file), try TwentyKernels.images(TwentyKernels.nativeKernels(file)))
    for (text, ahead) in pairs {
      let results = try [text, ahead].map { try KernelImageLoads.pixels($0, $0.extent, context) }
      // The interpreter computes both; a device's compiler and native code may round differently.
      let isExact = backend == "reference"
      let strays = TwentyKernels.strays(results[0], results[1], allowed: isExact ? 0 : 1e-4)
      #expect(strays.count <= (isExact ? 0 : Self.decided), "\(file): \(strays.count) pixels differ")
    }
  }

  /// The kernels with the same arguments in both languages: lattices are tables in one and data in the other.
  private static let pairs = TwentyKernels.names.compactMap { name in
    let stem = String(name.prefix { $0 != "." })
    return name.hasSuffix(".cikernel") && stem != "16-turbulence" ? stem : nil
  }

  @Test(arguments: pairs, Backend.contextNames)
  func bothLanguagesGiveTheSameBits(_ name: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    for (a, b) in zip(try images("\(name).cikernel"), try images("\(name).ci.metal")) {
      // A graphics card's driver determines the rounding of a vector's length, which may differ between kernels.
      let isFree = name == "14-sobel" && backend == "vulkan" && Backend.isOnGraphics
      let strays = TwentyKernels.strays(
        try KernelImageLoads.pixels(a, a.extent, context), try KernelImageLoads.pixels(b, b.extent, context),
        part: isFree ? 1e-6 : 0)
      #expect(strays.isEmpty, "\(name): \(strays.count) pixels differ")
    }
  }

  /// The noise of both languages, compared with an independent implementation.
  @Test(arguments: ["16-turbulence.ci.metal", "16-turbulence.cikernel"], Backend.contextNames)
  func turbulenceIsAsItIsComputedAgain(_ file: String, _ backend: String) throws {
    let (lattice, isMetal) = (TwentyKernels.lattice, file.hasSuffix(".ci.metal"))
    func corner(_ x: Int, _ y: Int) -> SIMD3<Double> {
      if isMetal {
        let index = (Int(lattice.order[x & 15]) + y) % 16
        return SIMD3((0..<3).map { Double(lattice.directions[index * 4 + $0] * lattice.factor) })
      }
      let color = TwentyKernels.table[(x + y * 7) & 255]
      return [Double(color.x), Double(color.y), Double(color.z)]
    }
    func mean(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ t: Double) -> SIMD3<Double> { a * (1 - t) + b * t }
    /// - Parameter isFractal: whether values are summed instead of their magnitudes.
    func noise(_ at: SIMD2<Double>, isFractal: Bool) -> SIMD3<Double> {
      var (p, sum, ratio) = (at * Double(Float(0.21)), SIMD3<Double>.zero, 1.0)
      for _ in 0..<3 {
        let cell = p.rounded(.down)
        let t = p - cell
        let s = t * t * (3 - 2 * t)
        let (x, y) = (Int(cell.x), Int(cell.y))
        let value = mean(
          mean(corner(x, y), corner(x + 1, y), s.x), mean(corner(x, y + 1), corner(x + 1, y + 1), s.x), s.y)
        sum += (isFractal ? value : SIMD3((0..<3).map { value[$0].magnitude })) * ratio
        (p, ratio) = (p * 2, ratio / 2)
      }
      return sum
    }
    let image = try #require(try images(file).first)
    let pixels = try KernelImageLoads.pixels(image, image.extent, KernelImageLoads.context(backend))
    for (index, pixel) in pixels.enumerated() {
      let (x, y) = (index % Int(image.extent.width), index / Int(image.extent.width))
      let at = SIMD2(image.extent.minX + Double(x) + 0.5, image.extent.maxY - Double(y) - 0.5)
      let expected = noise(at, isFractal: !isMetal)
      for component in 0..<3 {
        // Floats of three octaves; a position near the end of a cell has few significant digits in its fraction.
        #expect((Double(pixel[component]) - expected[component]).magnitude < 2e-5, "\(at) \(component)")
      }
      #expect(pixel.w == 1)
    }
  }
}
