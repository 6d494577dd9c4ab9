import CGlslang
import CompiledShaders
import Foundation
import ImageGraph
import ImagePrograms
import ImageSPIRV
import Testing

/// The shaders of the package, and programs that use all features of programs.
enum Kernels {
  static let library: ShaderLibrary = {
    do {
      return try ShaderLibrary(CompiledShaders.modules.map { ($0.name, $0.words) })
    } catch {
      fatalError("the package's own shaders: \(error)")
    }
  }()

  /// Returns the SPIR-V of a shader source in a test; it may read input 0.
  static func compiled(_ shader: String) throws -> [UInt32] {
    cglslang_start()
    let result = cglslang_compile(
      """
      #version 450
      layout(local_size_x = 1) in;
      void main() {}
      vec4 read0(const vec2 at) { return vec4(at, 0.0, 0.0); }
      """ + "\n" + shader)
    defer { cglslang_free(result) }
    let words = try #require(result.words, "\(String(cString: result.log))")
    return Array(UnsafeBufferPointer(start: words, count: result.wordCount))
  }

  struct Call {
    var function: String
    var kinds: [Argument.Kind]
    init(_ function: String, _ kinds: Argument.Kind...) { (self.function, self.kinds) = (function, kinds) }
  }

  static let exposure = Call("exposureAdjust(vf4;f1;", .float)
  static let matrix = Call("colorMatrix(vf4;vf4;vf4;vf4;vf4;vf4;", .float4, .float4, .float4, .float4, .float4)
  static let decode = Call("linearFromSRGB(vf4;")
  static let encode = Call("sRGBFromLinear(vf4;")

  /// Returns a program that applies `calls` to input 0 at the pixel.
  static func chain(
    _ calls: [Call], load: Program.LoadForm = .texel, store: Program.StoreForm = .rgba8, pixels: Int = 1
  ) -> Program {
    var block = Program.Block()
    var slot = 2
    var color = fetch(&block)
    for call in calls {
      let arguments = call.kinds.map { kind in
        defer { slot += 1 }
        return block.value(.live(slot, kind))
      }
      color = block.value(.call(Program.Function(call.function), arguments: [color] + arguments))
    }
    return Program(blocks: [block], inputs: [load], store: store, pixelsPerInvocation: pixels, slotCount: slot)
  }

  static func fetch(_ block: inout Program.Block) -> Program.Value {
    block.value(.fetch(input: 0, at: block.value(.at), geometry: block.value(.live(1, .float4))))
  }

  /// Returns a box blur that reads an exposure chain.
  static func blur(store: Program.StoreForm = .rgbaHalf, pixels: Int = 1) -> Program {
    var main = Program.Block()
    let arguments = [
      main.value(.at), main.value(.live(2, .float2)), main.value(.live(3, .float)),
    ]
    _ = main.value(.gather(Program.Function("boxBlurPass(vf2;vf2;f1;"), arguments: arguments, readers: [1]))
    var reader = Program.Block()
    let color = fetch(&reader)
    _ = reader.value(.call(Program.Function(exposure.function), arguments: [color, reader.value(.live(4, .float))]))
    return Program(blocks: [main, reader], inputs: [.texel], store: store, pixelsPerInvocation: pixels, slotCount: 5)
  }

  /// Returns a program with every instruction except calls: a masked bilinear sample of a clamped image under an affine
  /// map.
  static func geometry(store: Program.StoreForm = .rgba8, pixels: Int = 1) -> Program {
    var main = Program.Block()
    let at = main.value(.at)
    let moved = main.value(
      .transform(at: at, row0: main.value(.live(2, .float3)), row1: main.value(.live(3, .float3))))
    let sample = main.value(.bilinear(reader: 1, at: moved))
    let direct = main.value(.read(reader: 2, at: moved))
    _ = main.value(.mask(color: direct, at: at, rect: main.value(.live(4, .float4))))
    _ = main.value(.mask(color: sample, at: at, rect: main.value(.live(4, .float4))))
    var clamped = Program.Block()
    let inside = clamped.value(.nearestInside(at: clamped.value(.at), rect: clamped.value(.live(5, .float4))))
    _ = clamped.value(.read(reader: 2, at: inside))
    var image = Program.Block()
    _ = fetch(&image)
    return Program(
      blocks: [main, clamped, image], inputs: [.texel], store: store, pixelsPerInvocation: pixels, slotCount: 6)
  }

  /// Returns programs that call once every function of the library with colours, points and numbers as parameters; wide
  /// or not.
  static func all(pixels: Int) -> [Program] {
    let kinds: [Substring: Argument.Kind] = ["f1": .float, "vf2": .float2, "vf3": .float3, "vf4": .float4, "i1": .int]
    return library.functionNames.compactMap { name in
      guard let start = name.firstIndex(of: "(") else { return nil }
      var parameters: [Argument.Kind] = []
      for code in name[name.index(after: start)...].split(separator: ";") {
        guard let kind = kinds[code] else { return nil }
        parameters.append(kind)
      }
      var main = Program.Block()
      let (at, color) = (main.value(.at), fetch(&main))
      let arguments = parameters.enumerated().map { index, kind in
        switch kind {
        case .float4 where index < 2: color
        case .float2 where index < 2: at
        default: main.value(.live(2 + index, kind))
        }
      }
      let readers = Array(repeating: 1, count: 8)
      let result = main.value(.gather(Program.Function(name), arguments: arguments, readers: readers))
      switch library.resultCount(of: name) {
      case 4: break
      case 2: _ = main.value(.read(reader: 1, at: result))
      // A helper, tested with the formula that calls it.
      default: return nil
      }
      var image = Program.Block()
      _ = fetch(&image)
      return Program(
        blocks: [main, image], inputs: [.texel], store: .rgbaHalf, pixelsPerInvocation: pixels, slotCount: 32)
    }
  }
}
