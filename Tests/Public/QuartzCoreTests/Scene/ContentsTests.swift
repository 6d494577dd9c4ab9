import CoreGraphics
import CoreImage
import CoreVideo
import Foundation
import QuartzCore
import Testing

@Suite struct ContentsTests {
  /// Returns an image of two by two pixels: red and green in the bottom row, blue and white in the top row.
  let image: CGImage

  init() throws {
    image = try makeImage(2, 2) { context in
      for (color, x, y) in [(red, 0, 0), (green, 1, 0), (blue, 0, 1), (white, 1, 1)] as [(CGColor, Int, Int)] {
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
  }

  func holder() -> CALayer {
    let layer = box(2, 2, 6, 4)
    layer.contents = image
    layer.magnificationFilter = .nearest
    return layer
  }

  /// Returns the lower left corner and the size of the visible pixels.
  func reach(_ shown: Shown) -> [Int] {
    var (left, low, right, high) = (99, 99, -1, -1)
    for y in 0..<shown.image.height {
      for x in 0..<shown.image.width where shown[x, y].w > 0.5 {
        (left, low, right, high) = (min(left, x), min(low, y), max(right, x), max(high, y))
      }
    }
    return [left, low, right - left + 1, high - low + 1]
  }

  @Test(arguments: [
    (CALayerContentsGravity.resize, [2, 2, 6, 4]), (.resizeAspect, [3, 2, 4, 4]), (.resizeAspectFill, [2, 1, 6, 6]),
    (.center, [4, 3, 2, 2]), (.top, [4, 4, 2, 2]), (.bottom, [4, 2, 2, 2]), (.left, [2, 3, 2, 2]),
    (.right, [6, 3, 2, 2]), (.topLeft, [2, 4, 2, 2]), (.topRight, [6, 4, 2, 2]), (.bottomLeft, [2, 2, 2, 2]),
    (.bottomRight, [6, 2, 2, 2]), (CALayerContentsGravity(rawValue: "nowhere"), [4, 3, 2, 2]),
  ])
  func gravity(_ gravity: CALayerContentsGravity, _ expected: [Int]) throws {
    let layer = holder()
    layer.contentsGravity = gravity
    let shown = try Shown(layer, 10, 10)
    #expect(reach(shown) == expected)
    // Upright: red is at the lower left.
    #expect(shown.isNear(expected[0], expected[1], 1, 0, 0, 1))
    #expect(shown.isNear(expected[0] + expected[2] - 1, expected[1] + expected[3] - 1, 1, 1, 1, 1))
  }

  @Test func minificationFilterBiasSelectsTheLevel() throws {
    func layer(_ width: CGFloat, firstColumn: Int) throws -> CALayer {
      let layer = box(0, 0, width, 4)
      layer.contents = try makeImage(32, 16) { context in
        context.setFillColor(white)
        for x in stride(from: firstColumn, to: 32, by: 4) { context.fill(CGRect(x: x, y: 0, width: 2, height: 16)) }
      }
      layer.minificationFilter = .trilinear
      return layer
    }
    func alphas(_ layer: CALayer, bias: Float) throws -> [Float] {
      layer.minificationFilterBias = bias
      let shown = try Shown(layer, 16, 4)
      return (3..<7).map { (shown[$0, 2].w * 100).rounded() / 100 }
    }
    // Of stripes of two columns, every second one is white; means of four columns are grey.
    let half = try layer(16, firstColumn: 0)
    #expect(try alphas(half, bias: 0) == [0, 1, 0, 1] && alphas(half, bias: 1) == [0.5, 0.5, 0.5, 0.5])
    // The whole image, sampled between the two middle columns of four.
    let quarter = try layer(8, firstColumn: 1)
    #expect(try alphas(quarter, bias: 0) == [0.5, 0.5, 0.5, 0.5] && alphas(quarter, bias: -2) == [1, 1, 1, 1])
    #expect(try alphas(quarter, bias: -.infinity).allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test func scaleOfContents() throws {
    let layer = holder()
    (layer.contentsGravity, layer.contentsScale) = (.bottomLeft, 0.5)
    #expect(try reach(Shown(layer, 10, 10)) == [2, 2, 4, 4])
    #expect(try reach(Shown(layer, 20, 20, scale: 2)) == [4, 4, 8, 8])
  }

  @Test func flippedLayersMoveImagesAndKeepThemUpright() throws {
    let layer = holder()
    layer.contentsGravity = .topLeft
    let root = box(0, 0, 10, 10, nil, [layer])
    root.isGeometryFlipped = true
    let shown = try Shown(root, 10, 10)
    // The frame is now 4...8 from the bottom, and the layer's greatest y is its lowest.
    #expect(reach(shown) == [2, 4, 2, 2] && shown.isNear(2, 4, 1, 0, 0, 1) && shown.isNear(2, 5, 0, 0, 1, 1))
    // Also if the layer is drawn offscreen.
    layer.transform = CATransform3DMakeScale(1, 2, 1)
    let tall = try Shown(root, 10, 10)
    #expect(tall.isNear(2, 2, 1, 0, 0, 1) && tall.isNear(2, 4, 0, 0, 1, 1), "\(tall[2, 2]) \(tall[2, 4])")
  }

  @Test func partsOfContents() throws {
    let layer = holder()
    layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    #expect(try Shown(layer, 10, 10).isNear(4, 4, 0, 1, 0, 1))
    // With y down, the part is counted from the top row.
    layer.isGeometryFlipped = true
    let flipped = try Shown(layer, 10, 10)
    #expect(flipped.isNear(4, 4, 1, 1, 1, 1), "\(flipped[4, 4])")
    layer.isGeometryFlipped = false
    // The flipped layer's own image is upright.
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.isGeometryFlipped = true
    #expect(try Shown(layer, 10, 10).isNear(2, 2, 1, 0, 0, 1))
    layer.isGeometryFlipped = false
    // Edge pixels repeat.
    layer.contentsRect = CGRect(x: 0, y: -1, width: 1, height: 2)
    let below = try Shown(layer, 10, 10)
    #expect(below.isNear(3, 2, 1, 0, 0, 1) && below.isNear(3, 4, 1, 0, 0, 1) && below.isNear(3, 5, 0, 0, 1, 1))
    layer.contentsRect = .zero
    #expect(try Shown(layer, 10, 10)[4, 4].w == 0)
  }

  @Test func ninePartsKeepTheirCorners() throws {
    let parts = try makeImage(4, 4) { context in
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      context.setFillColor(blue)
      context.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
    }
    let layer = box(0, 0, 12, 8)
    layer.contents = parts
    layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    layer.magnificationFilter = .nearest
    let shown = try Shown(layer, 12, 8)
    #expect(shown.isNear(0, 4, 1, 0, 0, 1) && shown.isNear(1, 1, 0, 0, 1, 1) && shown.isNear(10, 6, 0, 0, 1, 1))
    #expect(shown.isNear(11, 4, 1, 0, 0, 1) && shown.isNear(5, 7, 1, 0, 0, 1) && shown.isNear(5, 6, 0, 0, 1, 1))
    // Corners that do not fit are scaled down.
    layer.frame = CGRect(x: 0, y: 0, width: 1, height: 8)
    #expect(try Shown(layer, 12, 8)[0, 4].w > 0.9)
  }

  @Test func imagesOfCoreImageAndOthers() throws {
    let layer = box(0, 0, 4, 4)
    layer.contents = CIImage(color: .red).cropped(to: CGRect(x: 5, y: 5, width: 2, height: 2))
    #expect(try Shown(layer, 4, 4).isNear(2, 2, 1, 0, 0, 1))
    for object in [CIImage.red, "text", 3] as [Any] {
      layer.contents = object
      #expect(try Shown(layer, 4, 4)[2, 2].w == 0)
    }
  }

  @Test func imagesOfCoreImageAreDrawnByRenderInContext() throws {
    let layer = box(0, 0, 4, 4)
    layer.contents = CIImage(color: .red).cropped(to: CGRect(x: 5, y: 5, width: 2, height: 2))
    let drawn = try makeImage(4, 4) { layer.render(in: $0) }
    #expect(Array(drawn.data.prefix(4)) == [255, 0, 0, 255])
    layer.contents = CIImage.red
    #expect(try makeImage(4, 4) { layer.render(in: $0) }.isClear)
  }

  /// Bitmaps of layers are sampled like contents.
  @Test func bitmapsOfLayersUseTheirMagnificationFilter() throws {
    let layer = box(0, 0, 4, 4, nil, [box(0, 0, 1, 4, white)])
    layer.shouldRasterize = true
    let root = box(0, 0, 4, 4, black, [layer])
    let soft = try Shown(root, 16, 16, scale: 4)
    #expect(soft[4, 8].x > 0.1 && soft[4, 8].x < 0.9)
    layer.magnificationFilter = .nearest
    let hard = try Shown(root, 16, 16, scale: 4)
    for x in 0..<16 { #expect(hard[x, 8].x == (x < 4 ? 1 : 0), "\(x)") }
  }

  @Test func buffersSurfacesAndPlatformImages() throws {
    var made: CVPixelBuffer?
    let attributes = [kCVPixelBufferIOSurfacePropertiesKey: [String: Any]()] as [AnyHashable: Any]
    let status = CVPixelBufferCreate(
      kCFAllocatorDefault, 2, 2, kCVPixelFormatType_32BGRA, attributes as CFDictionary, &made)
    #expect(status == kCVReturnSuccess)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    let bytes = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
    for row in 0..<2 {
      for (index, byte) in [0, 0, 255, 255, 0, 0, 255, 255].enumerated() {
        bytes[row * CVPixelBufferGetBytesPerRow(buffer) + index] = UInt8(byte)
      }
    }
    CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    let drawn = try makeImage(2, 2) {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    var objects: [Any] = [buffer, PlatformImage(cgImage: drawn)]
    if let surface = CVPixelBufferGetIOSurface(buffer) { objects.append(surface.takeUnretainedValue()) }
    for object in objects {
      let layer = box(0, 0, 4, 4)
      layer.contents = object
      #expect(try Shown(layer, 4, 4).isNear(2, 2, 1, 0, 0, 1), "\(type(of: object))")
      // The same object has the same image, so that there is no change.
      #expect(CIImage(layer: layer) == CIImage(layer: layer), "\(type(of: object))")
    }
  }
}
