import CoreImage
import Foundation
import ImageGraph
import TestSupport
import Testing

/// Tests of invalid numbers and rectangles: each causes an error that states the request and the limit, the same one on
/// both backends.
@Suite struct HostileSizeTests {
  private static let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!

  private static func context(_ backend: String, megabytes: Double = 256) throws -> CIContext {
    try CIContext(checked: [.backend: backend, .workingFormat: CIFormat.RGBAf, .memoryTarget: megabytes])
  }

  private static func noise(_ width: Int, _ height: Int) -> CIImage {
    CIImage(node: TestImage.noise(width, height, seed: 7))
  }
  private static let color = CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 1))

  /// Returns the pixels of a rectangle, four floats each, or the error.
  private static func render(
    _ image: CIImage, _ bounds: CGRect, on backend: String
  ) throws -> Result<[Float], RenderError> {
    let context = try context(backend)
    var pixels = [Float](repeating: -7, count: 64 * 64 * 4)
    do {
      try pixels.withUnsafeMutableBytes { bytes in
        try context.render(
          checked: image, toBitmap: bytes.baseAddress!, rowBytes: 64 * 16, bounds: bounds, format: .RGBAf,
          colorSpace: space)
      }
      return .success(pixels)
    } catch let error as RenderError {
      return .failure(error)
    }
  }

  private static func error(_ image: CIImage, _ bounds: CGRect, on backend: String) throws -> RenderError? {
    if case .failure(let error) = try render(image, bounds, on: backend) { error } else { nil }
  }

  /// Returns the error of all backends; a test fails if they differ.
  private static func sharedError(_ image: CIImage, _ bounds: CGRect) throws -> RenderError? {
    let errors = try Backend.contextNames.map { try error(image, bounds, on: $0) }
    #expect(errors.allSatisfy { $0 == errors[0] }, "\(errors)")
    return errors[0]
  }

  @Test(arguments: [1e7, 1e9, 1e30, 1e300])
  func largeRectanglesAreLimits(_ size: Double) throws {
    let error = try #require(try Self.sharedError(Self.color, CGRect(x: 0, y: 0, width: size, height: size)))
    guard case .limit(let what, let requested, 1 << 23) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(what == "the rectangle to render is too far from the origin, in pixels" && requested >= 10_000_000)
  }

  @Test(arguments: Backend.contextNames) func imagesAndFilesOfThemAreRefused(_ backend: String) throws {
    let context = try Self.context(backend)
    let huge = Self.color.cropped(to: CGRect(x: 0, y: 0, width: 1e30, height: 1e30))
    #expect(context.createCGImage(huge, from: huge.extent) == nil)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("huge-\(UUID()).png")
    for image in [huge, Self.noise(8, 8).transformed(by: CGAffineTransform(scaleX: 1e-9, y: 1e-9))] {
      #expect(throws: RenderError.self) {
        try context.writePNGRepresentation(of: image, to: url, format: .RGBA8, colorSpace: Self.space)
      }
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
    #expect(CIImageAccumulator(extent: huge.extent, format: .RGBA8, context: context) == nil)
  }

  @Test func rectanglesThatRoundingEmptiesAreNone() throws {
    for bounds in [
      CGRect(x: 0, y: 0, width: 1e-9, height: 4), CGRect(x: 1e30, y: 0, width: 16, height: 4), CGRect.null, .zero,
      CGRect(x: 0, y: 0, width: Double.nan, height: 4),
    ] {
      guard case .invalidArgument(let text)? = try Self.sharedError(Self.color, bounds) else {
        Issue.record("\(bounds)")
        continue
      }
      #expect(text.hasPrefix("the rectangle to render has no pixel"))
    }
  }

  @Test(arguments: Backend.contextNames) func croppingToAHalfPlaneCrops(_ backend: String) throws {
    let right = CGRect(x: 8, y: -Double.infinity, width: .infinity, height: .infinity)
    let upper = CGRect(x: -Double.greatestFiniteMagnitude / 2, y: 4, width: .greatestFiniteMagnitude, height: 1e308)
    #expect(Self.noise(16, 12).cropped(to: right).extent == CGRect(x: 8, y: 0, width: 8, height: 12))
    #expect(Self.noise(16, 12).cropped(to: upper).extent == CGRect(x: 0, y: 4, width: 16, height: 8))
    let half = Self.color.cropped(to: right)
    let pixels = try Self.render(half, CGRect(x: 0, y: 0, width: 64, height: 64), on: backend).get()
    #expect(pixels[7 * 4 + 3] == 0 && pixels[8 * 4 + 3] == 1)
    // The filter, whose rectangle is a vector, has the same result.
    let filtered = Self.color.applyingFilter("CICrop", parameters: ["inputRectangle": CIVector(cgRect: right)])
    #expect(try Self.render(filtered, CGRect(x: 0, y: 0, width: 64, height: 64), on: backend).get() == pixels)
  }

  @Test func imagesAreExactUpToTheLimitAndRefusedBeyond() throws {
    let noise = Self.noise(16, 16)
    let here = try Self.render(noise, noise.extent, on: "reference").get()
    let step = Double(1 << 23) - 16
    for backend in Backend.contextNames {
      for (x, y) in [(step, step), (-step - 16, 0), (0, -step - 16)] {
        let moved = noise.transformed(by: CGAffineTransform(translationX: x, y: y))
        #expect(try Self.render(moved, moved.extent, on: backend).get() == here, "\(x), \(y) on \(backend)")
      }
    }
    for far in [0x1p23, 0x1p24 + 1, 1e9, -1e9, 1e15] {
      let moved = noise.transformed(by: CGAffineTransform(translationX: far, y: 0))
      for bounds in [moved.extent, CGRect(x: 0, y: 0, width: 16, height: 16)] {
        let image = bounds == moved.extent ? moved : moved.clampedToExtent()
        guard case .limit(let what, _, 1 << 23)? = try Self.sharedError(image, bounds) else {
          Issue.record("\(far), \(bounds)")
          continue
        }
        #expect(what.contains("too far from the origin"))
      }
    }
  }

  @Test(arguments: [1e9, 9e18, 1e30]) func reductionsOfLargeRectanglesAreLimits(_ size: Double) throws {
    for name in [
      "CIAreaAverage", "CIAreaMaximum", "CIAreaMinMax", "CIAreaHistogram", "CIRowAverage", "CIColumnAverage",
      "CIKMeans",
      "CIAreaBoundsRed",
    ] {
      let filter = try CIFilter(checked: name)
      filter.setValue(Self.color, forKey: kCIInputImageKey)
      filter.setValue(CIVector([-size, 0, size, size]), forKey: kCIInputExtentKey)
      #expect { try filter.checkedOutputImage() } throws: { error in
        guard case CIFilterError.recipe(name, .limit(_, _, 1 << 23))? = error as? CIFilterError else { return false }
        return "\(error)".contains("inputExtent")
      }
    }
  }

  @Test func imagesThatArePartOfAPixelHaveNoPalette() throws {
    let sliver = Self.noise(16, 12).transformed(by: CGAffineTransform(scaleX: 1e-9, y: 1e-9))
    for (image, palette) in [(sliver, Self.noise(4, 1)), (Self.noise(4, 4), sliver)] {
      let filter = try CIFilter(checked: "CIPaletteCentroid")
      filter.setValue(image, forKey: kCIInputImageKey)
      filter.setValue(palette, forKey: "inputPaletteImage")
      #expect { try filter.checkedOutputImage() } throws: { "\($0)".contains("has no pixel") }
    }
    let wide = Self.color.cropped(to: CGRect(x: 0, y: 0, width: 9e18, height: 1))
    let filter = try CIFilter(checked: "CIPalettize")
    filter.setValue(Self.noise(4, 4), forKey: kCIInputImageKey)
    filter.setValue(wide, forKey: "inputPaletteImage")
    #expect { try filter.checkedOutputImage() } throws: { "\($0)".contains("inputPaletteImage") }
  }

  private static let shapes: [(String, String, any Sendable, String)] = [
    ("CIKeystoneCorrectionCombined", "inputTopLeft", CIVector([1]), "2 numbers"),
    ("CIAreaHistogram", "inputCount", Double.nan, "whole number"),
    ("CIAreaHistogram", "inputCount", 1e30, "whole number"),
    ("CICrop", "inputRectangle", CIVector([0, 0, .nan, 4]), "4 numbers"),
    ("CICrop", "inputRectangle", CIVector([0, 0, 4, 4, 4]), "4 numbers"),
  ]

  /// A value of the right class and the wrong shape does not become the default.
  @Test(arguments: shapes.indices) func valuesOfTheWrongShapeAreErrors(_ index: Int) throws {
    let (name, key, value, allowed) = Self.shapes[index]
    let filter = try CIFilter(checked: name)
    for key in filter.inputKeys {
      if key == kCIInputImageKey { filter.setValue(Self.noise(16, 12), forKey: key) }
      if key.hasSuffix("Left") || key.hasSuffix("Right") { filter.setValue(CIVector(x: 3, y: 4), forKey: key) }
    }
    #expect {
      try filter.set(value, forKey: key)
      _ = try filter.checkedOutputImage()
    } throws: { error in
      "\(error)".contains(key) && "\(error)".contains(allowed)
    }
  }

  @Test func theReferenceKeepsToTheMemoryTarget() throws {
    let context = try Self.context("reference", megabytes: 1)
    let image = Self.noise(16, 16).clampedToExtent()
    let bounds = CGRect(x: 0, y: 0, width: 1024, height: 1024)
    var pixels = [UInt8](repeating: 0, count: 1024 * 1024 * 4)
    #expect {
      try pixels.withUnsafeMutableBytes {
        try context.render(
          checked: image, toBitmap: $0.baseAddress!, rowBytes: 4096, bounds: bounds, format: .RGBA8, colorSpace: nil)
      }
    } throws: { error in
      guard case RenderError.limit(let what, let requested, 1 << 20)? = error as? RenderError else { return false }
      return what.contains("memoryTarget") && requested > 1 << 20
    }
  }

  @Test func longNamesEndSoonInShortMessages() throws {
    let start = ContinuousClock.now
    let name = "CISepia" + String(repeating: "\u{7}e", count: 500_000)
    #expect {
      try CIFilter(checked: name)
    } throws: { error in
      let text = "\(error)"
      return text.unicodeScalars.count < 200 && !text.contains("\u{7}") && text.contains("CISepia")
    }
    #expect {
      try CIFilter(checked: "CISepiaTone").set(1, forKey: name)
    } throws: {
      "\($0)".unicodeScalars.count < 400
    }
    // Half a second alone; other tests run at the same time.
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(throws: CIFilterError.unknownFilter("CISepiaTon", nearest: ["CISepiaTone"])) {
      try CIFilter(checked: "CISepiaTon")
    }
  }

  @Test(arguments: ["CIBokehBlur", "CICannyEdgeDetector", "CIEdgeWork", "CISharpenLuminance", "CIUnsharpMask"])
  func hugeRadiiEndSoon(_ name: String) throws {
    let filter = try CIFilter(checked: name)
    filter.setValue(Self.noise(16, 12), forKey: kCIInputImageKey)
    filter.setValue(65536, forKey: name == "CICannyEdgeDetector" ? "inputGaussianSigma" : kCIInputRadiusKey)
    let image = try filter.checkedOutputImage()
    for backend in Backend.contextNames {
      let start = ContinuousClock.now
      let pixels = try Self.render(image, CGRect(x: 0, y: 0, width: 16, height: 12), on: backend).get()
      #expect(pixels.prefix(64).allSatisfy { $0.isFinite })
      // Release builds take a tenth of it.
      #expect(ContinuousClock.now - start < .seconds(60), "\(name) on \(backend)")
    }
  }
}
