import CStages
import CompiledShaders
import Foundation
import ProcessorEngine
import StageCompiler

/// A function with a stage, and its SPIR-V module.
struct StageCase: Sendable {
  let module: ShaderModule
  let signature: StageSignature

  static let all: [StageCase] = CompiledShaders.modules.flatMap { compiled in
    do {
      let module = try ShaderModule(compiled.words)
      return StageGroup.signatures(of: module).map { StageCase(module: module, signature: $0) }
    } catch {
      fatalError("\(compiled.name): \(error)")
    }
  }
}

extension Stages {
  /// Returns the stages of a level: those in the folder CI_STAGES, which `scripts/stages` compiles, or the embedded
  /// ones.
  static func tested(_ level: ProcessorLevel) throws -> Stages {
    let folder = ProcessInfo.processInfo.environment["CI_STAGES"].map { URL(fileURLWithPath: $0) }
    return try Stages(level, file: folder?.appendingPathComponent("\(level.rawValue).so"))
  }
}

/// The pixels of inputs: pseudorandom colours around the origin, clear outside.
enum SmoothInputs {
  static let reach = 190

  static func color(_ input: Int, _ x: Float, _ y: Float) -> SIMD4<Float> {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    guard column.magnitude < Float(reach), row.magnitude < Float(reach) else { return .zero }
    var hash = UInt32(bitPattern: Int32(column) &* 73_856_093 ^ Int32(row) &* 19_349_663 ^ Int32(input) &* 83_492_791)
    return SIMD4(
      (0..<4).map { _ in
        hash = (hash ^ hash >> 15) &* 0x2c1b_3c6d
        hash ^= hash >> 12
        return Float(hash >> 8) / 0xff_ffff
      })
  }
}

/// A reader of the test image, as stages call it.
struct TestReader {
  private var base: StageReader
  private let lanes: Int
  private let input: Int

  init(_ input: Int, lanes: Int) {
    (self.input, self.lanes) = (input, lanes)
    base = StageReader { reader, mask, x, y, color in
      guard let reader, let mask, let x, let y, let color else { return }
      let this = UnsafeRawPointer(reader).assumingMemoryBound(to: TestReader.self).pointee
      for lane in 0..<this.lanes {
        // Pixels that are not requested must not affect the result.
        let pixel = mask[lane] != 0 ? SmoothInputs.color(this.input, x[lane], y[lane]) : SIMD4(repeating: .nan)
        for component in 0..<4 { color[component * this.lanes + lane] = pixel[component] }
      }
    }
  }
}

/// The arguments of a stage.
struct StageArguments {
  /// Planes of colours and points, and uniforms of other parameters, by component.
  var planes: [[Float]] = []
  var uniforms: [UInt32] = []
  var count: Int

  static let hostile: [Float] = [
    .nan, .infinity, -.infinity, 1e30, -1e30, -0.0, .leastNonzeroMagnitude, 3.4e38, -3.4e38, 2_147_483_648,
  ]

  /// Returns random arguments. The last `hostile` pixels have extreme values.
  static func random(_ test: StageCase, count: Int, hostile: Int, _ random: inout some RandomNumberGenerator)
    -> StageArguments
  {
    var result = StageArguments(count: count)
    for (id, parameter) in zip(test.signature.function.parameters, test.signature.parameters) {
      let kinds = test.module.kinds(of: test.module.typeOf[id]!)
      for (component, kind) in kinds.enumerated() {
        switch parameter {
        case .color, .point:
          let isPoint = parameter == .point
          result.planes.append(
            (0..<count).map { pixel in
              if pixel >= count - hostile { return Self.hostile.randomElement(using: &random)! }
              if isPoint { return Float.random(in: -20..<20, using: &random).rounded(.down) + 0.5 }
              if component == 3 { return pixel == 0 ? 0 : Float.random(in: 0...1, using: &random) }
              return Float.random(in: -0.2...1.3, using: &random)
            })
        case .axis: result.uniforms.append((component == 0 ? Float(1) : 0).bitPattern)
        case .argument where kind == .float:
          result.uniforms.append(Float.random(in: 0.2...2, using: &random).bitPattern)
        case .argument: result.uniforms.append(UInt32.random(in: 1...3, using: &random))
        }
      }
    }
    return result
  }

  /// Returns the interpreter's arguments for a pixel.
  func values(_ test: StageCase, pixel: Int) -> [[UInt32]] {
    var (plane, uniform) = (0, 0)
    return zip(test.signature.function.parameters, test.signature.parameters).map { id, parameter in
      test.module.kinds(of: test.module.typeOf[id]!).map { _ in
        switch parameter {
        case .color, .point:
          plane += 1
          return planes[plane - 1][pixel].bitPattern
        case .axis, .argument:
          uniform += 1
          return uniforms[uniform - 1]
        }
      }
    }
  }
}
