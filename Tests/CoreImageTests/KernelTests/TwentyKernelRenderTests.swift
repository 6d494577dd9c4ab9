import CoreImage
import Foundation
import ImageKernels
import ImageProcessor
import KernelLanguage
import TestFiles
import TestSupport
import Testing

/// The twenty kernels of KernelLanguageTests as steps of recipes: the device and the interpreter agree, both languages
/// give the same bits, and a tile is a part of the whole.
@Suite struct TwentyKernelRenderTests {
  private static let folder = testFile("KernelLanguageTests/Kernels")

  /// Palettes and lattices are arguments of other kinds in the two languages.
  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { !$0.hasPrefix("20-") && $0 != "16-turbulence.cikernel" }.sorted()

  /// Off the origin and of odd size.
  private static let image = KernelPictures.noise(-3, 5, 37, 29)
  private static let other = KernelPictures.noise(-9, 1, 41, 33, seed: 2)
  private static var values: [String: Any] {
    [
      "gain": 1.5, "time": 0.3, "key": CIVector(x: 0.2, y: 0.8, z: 0.2, w: 1), "inner": 0.1, "outer": 0.4,
      "despill": 0.5,
      "low": CIVector(x: 0, y: 0.1, z: 0.2), "high": CIVector(x: 0.4, y: 0.5, z: 0.9), "shift": 0.25,
      "levels": CIVector(x: 0.3, y: 0.7), "count": 5, "fixedTones": 1, "center": CIVector(x: 14.5, y: 19.25),
      "size": 16,
      "k": CIVector(x: 0.1, y: 0.02), "radius": 2, "angle": 1.2, "tile": CIVector(x: -4, y: 2, z: 12, w: 9), "place": 3,
      "colour": 0.25, "scale": 6.5, "seed": 3, "frequency": 0.21, "octaves": 3, "kind": 1, "fractal": 1,
      "a": CIVector(x: 1, y: 0.5, z: 0, w: 1), "b": CIVector(x: 0, y: 0.25, z: 0.5, w: 1),
      "frame": CIVector(x: -3, y: 5, z: 37, w: 29), "progress": 0.4,
    ]
  }

  /// A lattice of turbulence: 16 numbers of an order, 16 directions of 16 bytes, a factor and what fills it up.
  private static var lattice: Data {
    var bytes = Data()
    for index in 0..<16 { withUnsafeBytes(of: Int32(index * 5 % 16)) { bytes.append(contentsOf: $0) } }
    for index in 0..<64 { withUnsafeBytes(of: Float(index % 7) / 7 - 0.5) { bytes.append(contentsOf: $0) } }
    for value in [2, 0, 0, 0] as [Float] { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  private func images(_ file: String) throws -> [CIImage] {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let language = try #require(Language(fileName: file)).kernels
    return try images(CIKernel.kernels(checked: text, language: language, file: file))
  }

  private func images(_ kernels: [CIKernel], of image: CIImage = image) throws -> [CIImage] {
    try kernels.map { kernel in
      var count = 0
      let arguments = try kernel.parameters.map { parameter -> Any in
        if parameter.type.isImage {
          count += 1
          return count == 1 ? image : Self.other
        }
        if case .data = parameter.type { return Self.lattice }
        return try #require(Self.values[parameter.name], "\(parameter.name)")
      }
      let extent = image.extent
      if let warp = kernel as? CIWarpKernel {
        return try warp.apply(
          checked: extent, roiCallback: { _, _ in .infinite }, image: image, arguments: arguments)
      }
      return try kernel.apply(checked: extent, roiCallback: { _, _ in .infinite }, arguments: arguments)
    }
  }

  @Test(arguments: names, Backend.engineNames)
  func enginesAndInterpreterAgree(_ file: String, _ engine: String) throws {
    let contexts = try [engine, "reference"].map { try KernelPictures.context($0) }
    for image in try images(file) {
      let results = try contexts.map { try KernelPictures.pixels(image, image.extent, $0) }
      var strays = 0
      for (a, b) in zip(results[0], results[1]) {
        let off = (a - b).max().magnitude + (b - a).max().magnitude
        if !(off < 1e-4) && !(a.x.isNaN && b.x.isNaN) { strays += 1 }
      }
      // Where a kernel compares, the last bit of a device's root or quotient may decide.
      #expect(strays <= 2, "\(file): \(strays) of \(results[0].count) pixels differ")
      #expect(Set(results[1].map { $0.x }).count > 1, "\(file) shows nothing")
    }
  }

  @Test(arguments: names, Backend.contextNames)
  func aTileIsAPartOfTheWhole(_ file: String, _ backend: String) throws {
    let context = try KernelPictures.context(backend)
    for image in try images(file) {
      let extent = image.extent
      let whole = try KernelPictures.pixels(image, extent, context)
      let tile = CGRect(x: 3, y: 11, width: 17, height: 12)
      let part = try KernelPictures.pixels(image, tile, context)
      for y in 0..<12 {
        for x in 0..<17 {
          let index = (Int(extent.maxY - tile.maxY) + y) * Int(extent.width) + Int(tile.minX - extent.minX) + x
          let (a, b) = (part[y * 17 + x], whole[index])
          #expect(a == b || a.x.isNaN && b.x.isNaN, "\(file) at \(x),\(y)")
        }
      }
    }
  }

  /// Pixels that no camera gives end in pixels, on every engine.
  @Test(arguments: names, Backend.contextNames)
  func hostilePixelsDoNoHarm(_ file: String, _ backend: String) throws {
    let context = try KernelPictures.context(backend)
    let numbers: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 3.4e38, -0.0, .leastNonzeroMagnitude, 0.5]
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let language = try #require(Language(fileName: file)).kernels
    let hostile = KernelPictures.image((0..<37 * 29 * 4).map { numbers[$0 * 7 % 9] }, 37, 29)
    for image in try images(CIKernel.kernels(checked: text, language: language, file: file), of: hostile) {
      #expect(try KernelPictures.pixels(image, image.extent, context).count == 37 * 29)
    }
  }

  /// All of a language in one library, with their native stages.
  private static func ahead(_ language: Language) -> Result<AheadKernels, any Error> {
    Result {
      try AheadKernels(
        names.filter { Language(fileName: $0) == language }.map { name in
          KernelText(
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8), language, file: name)
        })
    }
  }
  private static let metal = ahead(.metal)
  private static let coreImage = ahead(.coreImage)

  /// What is compiled ahead runs as native code on the processor, and means the same.
  @Test(.enabled(if: Backend.engineNames.contains("processor")), arguments: names)
  func nativeStagesAgreeWithTheInterpreter(_ file: String) throws {
    let language = try #require(Language(fileName: file))
    let ahead = try (language == .metal ? Self.metal : Self.coreImage).get()
    let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
    let kernels = try CIKernel.kernels(checked: text, language: language.kernels, file: file).map {
      try ahead.kernel($0.name)
    }
    for kernel in kernels {
      let code = try #require(kernel.code)
      #expect(try Stages.shared().stage(of: code) != nil, "\(kernel.name) has no native stage")
    }
    let contexts = try ["processor", "reference"].map { try KernelPictures.context($0) }
    let tile = CGRect(x: 3, y: 11, width: 17, height: 12)
    for image in try images(kernels) {
      for rect in [image.extent, tile] {
        let results = try contexts.map { try KernelPictures.pixels(image, rect, $0) }
        var strays = 0
        for (a, b) in zip(results[0], results[1]) {
          let off = (a - b).max().magnitude + (b - a).max().magnitude
          if !(off < 1e-4) && !(a.x.isNaN && b.x.isNaN) { strays += 1 }
        }
        // Where a kernel compares, the last bit of a quotient may decide.
        #expect(strays <= 2, "\(file): \(strays) of \(results[0].count) pixels differ")
      }
    }
  }

  /// Those that take the same arguments in both languages.
  private static let pairs = names.compactMap { name in
    let stem = String(name.prefix { $0 != "." })
    return name.hasSuffix(".cikernel") && names.contains("\(stem).ci.metal") ? stem : nil
  }

  @Test(arguments: pairs, Backend.contextNames)
  func bothLanguagesGiveTheSameBits(_ name: String, _ backend: String) throws {
    let context = try KernelPictures.context(backend)
    for (a, b) in zip(try images("\(name).cikernel"), try images("\(name).ci.metal")) {
      let (first, second) = (
        try KernelPictures.pixels(a, a.extent, context), try KernelPictures.pixels(b, b.extent, context)
      )
      let strays = zip(first, second).count { $0 != $1 && !($0.x.isNaN && $1.x.isNaN) }
      #expect(strays == 0, "\(name): \(strays) of \(first.count) pixels differ")
    }
  }
}

extension Language {
  fileprivate var kernels: CIKernelLanguage {
    switch self {
    case .coreImage: .coreImage
    case .metal: .metal
    case .glsl: .glsl
    }
  }
}
