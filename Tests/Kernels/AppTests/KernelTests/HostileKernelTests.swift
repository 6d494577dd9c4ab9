import CoreImage
import Foundation
import ImageGraph
import KernelLanguage
import TestContexts
import TestSupport
import Testing

/// Malformed arguments, extents and regions for the twenty kernels: each results in pixels, of which a tile is a part,
/// or in an error with a reason, on every engine. `scripts/kernel-trials` tries each value for each argument.
@Suite struct HostileKernelTests {
  /// A small image, because a loop may iterate 65,536 times for each pixel. Off the origin; its width is not a multiple
  /// of four.
  private static let image = KernelImageLoads.noise(-3, 5, 7, 3)
  private static let tile = CGRect(x: -1, y: 6, width: 3, height: 2)

  private static let numbers: [Double] = [1e30, -1e30, .nan, .infinity, -.infinity, 0, -1]

  /// The engines, and the processor engine with kernels that are compiled ahead of time.
  private static let engines = Backend.contextNames + (Backend.engineNames.contains("processor") ? ["native"] : [])

  private struct Change: CustomStringConvertible {
    let name: String
    let value: Any
    var description: String { "\(name) = \(value)" }
  }

  /// Each argument with each malformed value, one at a time.
  ///
  /// Large iteration counts are only for compiled code: the interpreter needs seconds for its maximum, which
  /// `EndlessKernelTests` covers. They are not in a sample either.
  private static func changes(of kernels: [CIKernel], on engine: String) -> [Change] {
    let takesLong = engine == "reference" || engine == "processor" || !KernelTrials.isAll
    let goesRound = takesLong && kernels.contains { $0.code?.reportsOpenLoops == true }
    let numbers = numbers.filter { !(goesRound && $0 > 1) }
    var changes: [Change] = []
    for parameter in kernels.flatMap(\.parameters) {
      let values: [Any]
      switch parameter.type {
      case .sampler, .sample, .table: values = []
      case .floats(1), .ints(1), .uints(1), .bool: values = numbers
      case .floats(let count), .ints(let count), .uints(let count):
        // All components, and some of them.
        let mixed: [Double] = [0.5, .nan, 0.5, .infinity]
        values =
          numbers.map { CIVector(Array(repeating: $0, count: count)) } + [CIVector(Array(mixed.prefix(count)))]
      case .color:
        values = numbers.map { CIColor(red: CGFloat($0), green: 0.5, blue: CGFloat(-$0), alpha: CGFloat($0)) }
      case .data(let layout):
        var bytes: [Any] = []
        for count in [0, 1, layout.stride - 1, layout.stride, layout.stride + 1] {
          for byte: UInt8 in [0, 0x7f, 0x80, 0xff] { bytes.append(Data(repeating: byte, count: count)) }
        }
        values = bytes
      }
      changes += values.map { Change(name: parameter.name, value: $0) }
    }
    if KernelTrials.isAll { return changes }
    // Different for each kernel, the same for each engine.
    let first = kernels.reduce(0) { $0 + $1.name.utf8.count } % 5
    return stride(from: first, to: changes.count, by: 5).map { changes[$0] }
  }

  @Test(arguments: TwentyKernels.files, engines)
  func argumentsEndInPixelsOrInErrors(_ file: String, _ engine: String) throws {
    let kernels = try engine == "native" ? TwentyKernels.nativeKernels(file) : TwentyKernels.kernels(file)
    let context = try KernelImageLoads.context(engine == "native" ? "processor" : engine)
    for change in Self.changes(of: kernels, on: engine) {
      expectPixelsOrErrors("\(file) on \(engine), \(change)") {
        for image in try TwentyKernels.images(kernels, of: Self.image, changed: [change.name: change.value]) {
          let whole = try KernelImageLoads.pixels(image, image.extent, context)
          let part = try KernelImageLoads.pixels(image, Self.tile, context)
          let strays = TwentyKernels.strays(part, TwentyKernels.part(Self.tile, of: whole, image.extent))
          #expect(strays.isEmpty, "\(file) on \(engine), \(change): tile and whole differ at \(strays)")
        }
      }
    }
  }

  private static let rectangles: [CGRect] = [
    .null, .infinite, .zero, CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5),
    CGRect(x: 0, y: 0, width: CGFloat.nan, height: 5), CGRect(x: -1e30, y: -1e30, width: 2e30, height: 2e30),
    CGRect(x: 0, y: 0, width: 1e30, height: 1), CGRect(x: 5, y: 7, width: -9, height: -3),
    CGRect(x: CGFloat.infinity, y: 0, width: 5, height: 5), CGRect(x: 0.5, y: 5.25, width: 0.25, height: 1e-30),
    CGRect(x: -CGFloat.infinity, y: -CGFloat.infinity, width: CGFloat.infinity, height: CGFloat.infinity),
  ]
  /// A kernel of each class.
  private static let classes = ["01-exposure.cikernel", "09-swirl.ci.metal", "11-box.cikernel", "14-sobel.ci.metal"]

  @Test(arguments: classes, engines)
  func extentsAndRegionsEndInPixelsOrInErrors(_ file: String, _ engine: String) throws {
    let kernels = try engine == "native" ? TwentyKernels.nativeKernels(file) : TwentyKernels.kernels(file)
    let context = try KernelImageLoads.context(engine == "native" ? "processor" : engine)
    for rect in Self.rectangles {
      expectPixelsOrErrors("\(file) on \(engine), extent \(rect)") {
        for image in try TwentyKernels.images(kernels, of: Self.image, extent: rect) {
          #expect(try KernelImageLoads.pixels(image, Self.tile, context).count == 6)
        }
      }
      expectPixelsOrErrors("\(file) on \(engine), region \(rect)") {
        for image in try TwentyKernels.images(kernels, of: Self.image, regions: { _, _ in rect }) {
          #expect(try KernelImageLoads.pixels(image, Self.tile, context).count == 6)
        }
      }
    }
  }

  private func expectPixelsOrErrors(_ label: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch let error as RenderError {
      #expect(!"\(error)".isEmpty)
    } catch let error as CIKernelError {
      #expect(!"\(error)".isEmpty)
    } catch { Issue.record("\(label): \(error)") }
  }
}
