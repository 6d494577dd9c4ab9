import CoreImage
import Foundation
import TestSupport
import Testing

/// Tests of `CIImageAccumulator`: pixels that are rendered region by region.
@Suite struct AccumulatorTests {
  private static let contexts = Backend.contextNames.map { CIContext(options: [.backend: $0]) }
  private let extent = CGRect(x: -20, y: 10, width: 64, height: 48)
  private let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0))
  private let green = CIImage(color: CIColor(red: 0, green: 1, blue: 0))

  private func pixels(_ image: CIImage, _ rect: CGRect, on context: CIContext) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: Int(rect.width * rect.height) * 4)
    try bytes.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: Int(rect.width) * 4, bounds: rect, format: .RGBA8,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }
    return bytes
  }

  private func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  private func accumulator(_ format: CIFormat, _ context: CIContext) throws -> CIImageAccumulator {
    try #require(CIImageAccumulator(extent: extent, format: format, context: context))
  }

  @Test(arguments: contexts.indices) func itBeginsClearAndHoldsWhatWasSet(on index: Int) throws {
    let context = Self.contexts[index]
    for format in [CIFormat.RGBA8, .RGBAh, .RGBAf, .BGRA8, .RGBA16] {
      let canvas = try accumulator(format, context)
      #expect(canvas.extent == extent && canvas.format == format && canvas.image().extent == extent)
      #expect(try pixels(canvas.image(), extent, on: context).allSatisfy { $0 == 0 })
      let image = CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 1, alpha: 0.5))
        .cropped(to: CGRect(x: 0, y: 20, width: 30, height: 20))
      canvas.setImage(image)
      let (stored, wanted) = try (pixels(canvas.image(), extent, on: context), pixels(image, extent, on: context))
      #expect(isNear(stored, wanted), "\(format)")
      canvas.clear()
      #expect(try pixels(canvas.image(), extent, on: context).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: contexts.indices) func onlyTheDirtyRectangleIsRendered(on index: Int) throws {
    let context = Self.contexts[index]
    let canvas = try accumulator(.RGBAh, context)
    canvas.setImage(red)
    let all = 64 * 48
    #expect(canvas.pixelsProcessed == all)
    // Partly outside of the extent, and not in whole pixels.
    canvas.setImage(green, dirtyRect: CGRect(x: -30, y: 19.5, width: 20, height: 5))
    #expect(canvas.pixelsProcessed == all + 60)
    let wanted = green.cropped(to: CGRect(x: -20, y: 19, width: 10, height: 6)).composited(over: red)
    #expect(try pixels(canvas.image(), extent, on: context) == pixels(wanted, extent, on: context))
    canvas.setImage(green, dirtyRect: CGRect(x: 500, y: 0, width: 9, height: 9))
    canvas.setImage(green, dirtyRect: .null)
    #expect(canvas.pixelsProcessed == all + 60)
  }

  /// A recipe that reads the accumulator's own image: a blur of a region, which reads pixels around it.
  @Test(arguments: contexts.indices) func itGoesOnFromItsOwnLastImage(on index: Int) throws {
    let context = Self.contexts[index]
    let canvas = try accumulator(.RGBAf, context)
    canvas.setImage(green.cropped(to: CGRect(x: 0, y: 20, width: 10, height: 10)).composited(over: red))
    let before = canvas.image()
    let part = CGRect(x: -4, y: 24, width: 10, height: 8)
    let blurred = before.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 5])
    let processed = canvas.pixelsProcessed
    canvas.setImage(blurred, dirtyRect: part)
    // Two passes; the first one is two pixels larger on each side.
    let added = canvas.pixelsProcessed - processed
    // With the cost rules of graphics hardware an intermediate is stored as well.
    #expect(added <= 10 * 8 + 14 * 12 + (Backend.isOnGraphics ? 10 * 12 : 0))
    let wanted = blurred.cropped(to: part).composited(over: before)
    #expect(try pixels(canvas.image(), extent, on: context) == pixels(wanted, extent, on: context))
    // The earlier image is unchanged.
    let old = green.cropped(to: CGRect(x: 0, y: 20, width: 10, height: 10)).composited(over: red)
    #expect(try pixels(before, extent, on: context) == pixels(old, extent, on: context))
  }

  @Test func whatChangesInARecipeIsTheDirtyRectangle() throws {
    let context = Self.contexts[0]
    let painting = try accumulator(.RGBAf, context)
    painting.setImage(red)
    let result = try accumulator(.RGBAf, context)
    func recipe() -> CIImage { painting.image().applyingFilter("CIBoxBlur", parameters: ["inputRadius": 7]) }
    result.setImage(recipe())
    let dab = CGRect(x: 5, y: 30, width: 4, height: 4)
    painting.setImage(green, dirtyRect: dab)
    let dirty = recipe().regionOfChange(when: dab, of: painting.image(), in: extent)
    #expect(dirty == dab.insetBy(dx: -3, dy: -3))
    let processed = result.pixelsProcessed
    result.setImage(recipe(), dirtyRect: dirty)
    let added = result.pixelsProcessed - processed
    #expect(added < 16 * 16 * (Backend.isOnGraphics ? 3 : 2))
    #expect(try pixels(result.image(), extent, on: context) == pixels(recipe(), extent, on: context))
  }

  @Test func itIsTaggedWithItsSpace() throws {
    let context = Self.contexts[0]
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let canvas = try #require(CIImageAccumulator(extent: extent, format: .RGBA16, colorSpace: space))
    canvas.setImage(red)
    let part = CGRect(x: 0, y: 20, width: 4, height: 4)
    let (stored, wanted) = try (pixels(canvas.image(), part, on: context), pixels(red, part, on: context))
    #expect(isNear(stored, wanted))
  }

  @Test func badSizesAndFormatsAreRefused() {
    for rect in [
      CGRect.null, .infinite, .zero, CGRect(x: 0, y: 0, width: 2e7, height: 4),
      CGRect(x: 0, y: 0, width: 9e6, height: 9e6),
    ] {
      #expect(CIImageAccumulator(extent: rect, format: .RGBA8, context: Self.contexts[1]) == nil)
    }
    #expect(CIImageAccumulator(extent: extent, format: CIFormat(rawValue: 999), context: Self.contexts[1]) == nil)
  }

  @Test func severalTasksPaintAtOnce() async throws {
    let context = Self.contexts[0]
    let canvas = try accumulator(.RGBA8, context)
    let (red, green) = (red, green)
    await withTaskGroup(of: Void.self) { group in
      for column in 0..<16 {
        group.addTask {
          let stripe = CGRect(x: -20 + 4 * Double(column), y: 10, width: 4, height: 48)
          canvas.setImage(column % 2 == 0 ? red : green, dirtyRect: stripe)
          _ = canvas.image()
        }
      }
    }
    let bytes = try pixels(canvas.image(), extent, on: context)
    for index in 0..<64 * 48 {
      let isRed = index % 64 / 4 % 2 == 0
      #expect(bytes[index * 4] == (isRed ? 255 : 0) && bytes[index * 4 + 1] == (isRed ? 0 : 255))
    }
  }
}
