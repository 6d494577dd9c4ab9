import CoreImage
import Foundation
import KernelLanguage
import KernelModules
import TestContexts
import TestFiles
import Testing

/// The twenty kernels of KernelLanguageTests, and their arguments.
enum TwentyKernels {
  static let folder = testFile("Kernels/KernelLanguageTests/Kernels")

  /// All files, two for each kernel.
  static let files = try! FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

  /// The files of kernels that end for any pixels.
  static let names = files.filter { !$0.hasPrefix("20-") }

  static func text(_ file: String) throws -> KernelText {
    KernelText(
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8),
      try #require(Language(fileName: file)), file: file)
  }

  static func kernels(_ file: String) throws -> [CIKernel] {
    let text = try text(file)
    return try CIKernel.kernels(
      checked: String(decoding: text.bytes, as: UTF8.self), language: text.language.kernels, file: file)
  }

  /// The library of all kernels of a language, with their native stages.
  private static func library(_ language: Language) -> Result<AheadKernels, any Error> {
    Result { try AheadKernels(files.filter { Language(fileName: $0) == language }.map { try text($0) }) }
  }
  private static let metal = library(.metal)
  private static let coreImage = library(.coreImage)

  /// Returns the kernels of a file, compiled ahead of time.
  static func nativeKernels(_ file: String) throws -> [CIKernel] {
    let ahead = try (Language(fileName: file) == .metal ? metal : coreImage).get()
    return try kernels(file).map { try ahead.kernel($0.name) }
  }

  /// An image off the origin, of odd size.
  static let image = KernelImageLoads.noise(-3, 5, 37, 29)
  private static let other = KernelImageLoads.noise(-9, 1, 41, 33, seed: 2)

  /// The arguments of all parameters that are not images.
  static var values: [String: Any] {
    [
      "gain": 1.5, "time": 0.3, "key": CIVector(x: 0.2, y: 0.8, z: 0.2, w: 1), "inner": 0.1, "outer": 0.4,
      "despill": 0.5,
      "low": CIVector(x: 0, y: 0.1, z: 0.2), "high": CIVector(x: 0.4, y: 0.5, z: 0.9), "shift": 0.25,
      "levels": CIVector(x: 0.3, y: 0.7), "count": 5, "fixedTones": 1, "center": CIVector(x: 14.5, y: 19.25),
      "size": 16,
      "k": CIVector(x: 0.1, y: 0.02), "radius": 2, "angle": 1.2, "tile": CIVector(x: -4, y: 2, z: 12, w: 9), "place": 3,
      "colour": 0.25, "scale": 6.5, "seed": 3, "frequency": 0.21, "octaves": 3, "kind": 1, "fractal": 1,
      "a": CIVector(x: 1, y: 0.5, z: 0, w: 1), "b": CIVector(x: 0, y: 0.25, z: 0.5, w: 1),
      "frame": CIVector(x: -3, y: 5, z: 37, w: 29), "progress": 0.4, "limit": 8, "data": bytes(of: lattice),
    ]
  }

  /// A lattice of turbulence: a permutation of 16 numbers, 16 directions, a factor.
  struct Lattice {
    var order = (0..<16).map { Int32($0 * 5 % 16) }
    var directions = (0..<64).map { Float($0 % 7) / 7 - 0.5 }
    var factor: Float = 2
  }
  static let lattice = Lattice()

  /// The bytes of the kernel's structure: three floats take the space of four, and the end is padded.
  static func bytes(of lattice: Lattice) -> Data {
    lattice.order.withUnsafeBytes { Data($0) } + lattice.directions.withUnsafeBytes { Data($0) }
      + [lattice.factor, 0, 0, 0].withUnsafeBytes { Data($0) }
  }

  /// The table of the same kernel in the other language: the directions of 256 corners.
  static let table = (0..<256).map { (corner: Int) -> SIMD4<Float> in
    SIMD4(Float(corner % 7), Float(corner % 5), Float(corner % 11), 4) / 8 - 0.5
  }
  private static let tableImage = KernelImageLoads.image(
    table.flatMap { [$0.x, $0.y, $0.z, $0.w] }, table.count, 1)

  /// Returns the results of the kernels of a file.
  ///
  /// - Parameters:
  ///   - image: the first image of each.
  ///   - changed: arguments that replace those above.
  ///   - extent: the extent of the result; nil: that of the image.
  static func images(
    _ kernels: [CIKernel], of image: CIImage = image, changed: [String: Any] = [:], extent: CGRect? = nil,
    regions: @escaping CIKernelROICallback = { _, _ in .infinite }
  ) throws -> [CIImage] {
    let values = values.merging(changed) { $1 }
    return try kernels.map { kernel in
      var count = 0
      let arguments = try kernel.parameters.map { parameter -> Any in
        if parameter.type == .table, kernel.name == "turbulence" { return tableImage }
        if parameter.type.isImage {
          count += 1
          return count == 1 ? image : other
        }
        return try #require(values[parameter.name], "\(parameter.name)")
      }
      let extent = extent ?? image.extent
      if let warp = kernel as? CIWarpKernel {
        return try warp.apply(checked: extent, roiCallback: regions, image: image, arguments: arguments)
      }
      return try kernel.apply(checked: extent, roiCallback: regions, arguments: arguments)
    }
  }

  /// Returns the pixels of a tile, as if they were rendered separately.
  static func part(_ tile: CGRect, of pixels: [SIMD4<Float>], _ extent: CGRect) -> [SIMD4<Float>] {
    let (left, top) = (Int(tile.minX - extent.minX), Int(extent.maxY - tile.maxY))
    return (0..<Int(tile.height)).flatMap { y in
      let start = (top + y) * Int(extent.width) + left
      return pixels[start..<(start + Int(tile.width))]
    }
  }

  /// Returns the pixels in which a component differs by more than the absolute and the relative tolerance. All NaN
  /// values are equal.
  static func strays(
    _ a: [SIMD4<Float>], _ b: [SIMD4<Float>], allowed: Float = 0, part: Float = 0
  ) -> [Int] {
    precondition(a.count == b.count)
    return a.indices.filter { index in
      !(0..<4).allSatisfy { component in
        let (x, y) = (a[index][component], b[index][component])
        return x == y || x.isNaN && y.isNaN || (x - y).magnitude <= max(allowed, part * y.magnitude)
      }
    }
  }
}

extension Language {
  var kernels: CIKernelLanguage {
    switch self {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    }
  }
}
