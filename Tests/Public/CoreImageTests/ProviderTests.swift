import CoreImage
import Foundation
import Synchronization
import TestContexts
import TestSupport
import Testing

/// Tests of images whose pixels an app provides on demand.
@Suite struct ProviderTests {
  /// A provider of RGBA8 pixels with the column as red and the row from the top as green. It records its calls.
  private final class Chart: CIImageProvider {
    struct Refusal: Error, CustomStringConvertible {
      var description: String { "the tile server is away" }
    }

    let requestedRects = Mutex<[CGRect]>([])
    let blue = Atomic<UInt8>(0)
    private let isBusy = Atomic<Bool>(false)
    private let leavesHoles, refuses: Bool

    init(leavesHoles: Bool = false, refuses: Bool = false) { (self.leavesHoles, self.refuses) = (leavesHoles, refuses) }

    func provideImageData(
      _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
      _ height: Int, userInfo info: Any?
    ) throws {
      let wasBusy = isBusy.exchange(true, ordering: .relaxed)
      #expect(!wasBusy, "called by two threads at once")
      defer { isBusy.store(false, ordering: .relaxed) }
      #expect(info as? String == "chart")
      requestedRects.withLock { $0.append(CGRect(x: x, y: y, width: width, height: height)) }
      if refuses { throw Refusal() }
      for row in 0..<height {
        for column in 0..<width where !leavesHoles || (column + row) % 2 == 0 {
          let pixel = Chart.pixel(x + column, y + row, blue.load(ordering: .relaxed))
          (data + row * rowbytes + column * 4).storeBytes(of: pixel, as: SIMD4<UInt8>.self)
        }
      }
    }

    static func pixel(_ x: Int, _ y: Int, _ blue: UInt8 = 0) -> SIMD4<UInt8> {
      [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), blue, 255]
    }

    var repeatedTiles: Int {
      requestedRects.withLock { rects in
        var counts: [String: Int] = [:]
        for rect in rects { counts["\(rect)", default: 0] += 1 }
        return counts.values.filter { $0 > 1 }.count
      }
    }
  }

  private func image(
    of chart: Chart, _ width: Int, _ height: Int, tile: Any? = nil
  ) throws -> CIImage {
    var options: [CIImageOption: Any] = [.providerUserInfo: "chart", .colorSpace: NSNull()]
    if let tile { options[.providerTileSize] = tile }
    return try CIImage(checked: chart, size: width, height, format: .RGBA8, colorSpace: nil, options: options)
  }

  private func bytes(
    of image: CIImage, _ rect: CGRect, _ context: CIContext
  ) throws -> [SIMD4<UInt8>] {
    var pixels = [SIMD4<UInt8>](repeating: .zero, count: Int(rect.width * rect.height))
    try context.render(
      checked: image, toBitmap: &pixels, rowBytes: Int(rect.width) * 4, bounds: rect, format: .RGBA8, colorSpace: nil)
    return pixels
  }

  @Test(arguments: [nil, 16, 7, 1000] as [Int?]) func pixelsLieWhereTheyWereMade(tile: Int?) throws {
    for name in Backend.contextNames {
      let chart = Chart()
      let image = try image(of: chart, 61, 47, tile: tile)
      #expect(image.extent == CGRect(x: 0, y: 0, width: 61, height: 47))
      let context = try CIContext(checked: [.backend: name, .workingColorSpace: NSNull()])
      let pixels = try bytes(of: image, image.extent, context)
      let expected = (0..<47).flatMap { y in (0..<61).map { x in Chart.pixel(x, y) } }
      #expect(pixels == expected, "\(name)")
      #expect(chart.repeatedTiles == 0, "\(name)")
    }
  }

  @Test(arguments: Backend.engineNames) func onlyTheTilesThatAreSeenAreMade(engine: String) throws {
    let chart = Chart()
    // The rows 200..<400 from below are 3696..<3896 from the top: in the rows of tiles 14 and 15 of 256.
    let seen = CGRect(x: 300, y: 200, width: 200, height: 200)
    let image = try image(of: chart, 4096, 4096, tile: [256, 256])
    let context = try CIContext(checked: [.backend: engine, .workingColorSpace: NSNull()])
    let pixels = try bytes(of: image, seen, context)
    #expect(pixels[0] == Chart.pixel(300, 3696) && pixels[40000 - 1] == Chart.pixel(499, 3895))
    let requestedRects = chart.requestedRects.withLock { Set($0.map { SIMD2(Int($0.minX), Int($0.minY)) }) }
    #expect(requestedRects == [[256, 3584], [256, 3840]], "\(requestedRects)")
    #expect(chart.requestedRects.withLock { $0.allSatisfy { $0.size == CGSize(width: 256, height: 256) } })
    #expect(chart.repeatedTiles == 0)
  }

  @Test(arguments: Backend.engineNames) func eachTileIsMadeOnceInARenderOfManyParts(engine: String) throws {
    let chart = Chart()
    let image = try image(of: chart, 2048, 3000, tile: [2048, 100])
    let blurred = image.clampedToExtent().applyingGaussianBlur(sigma: 3).cropped(to: image.extent)
    let context = try CIContext(checked: [.backend: engine, .workingColorSpace: NSNull(), .memoryTarget: 24])
    let mean = blurred.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: image.extent)])
    let pixel = try bytes(of: mean, CGRect(x: 0, y: 0, width: 1, height: 1), context)[0]
    // The mean of 0...255, in 8 whole periods.
    #expect(abs(Int(pixel.x) - 128) <= 1 && pixel.w == 255)
    #expect(chart.requestedRects.withLock { $0.count } >= 30)
    #expect(chart.repeatedTiles == 0)
  }

  @Test func anImageOfTheLargestSizeIsReadWhereItIsSeen() throws {
    let chart = Chart()
    let side = 1 << 23
    let image = try image(of: chart, side, side, tile: 512)
    let corner = CGRect(x: side - 8, y: 0, width: 8, height: 8)
    let context = try Backend.checkedContext([.workingColorSpace: NSNull()])
    let pixels = try bytes(of: image, corner, context)
    #expect(pixels[0] == Chart.pixel(side - 8, side - 8) && pixels[63] == Chart.pixel(side - 1, side - 1))
    #expect(chart.requestedRects.withLock { $0.count } == 1)
  }

  @Test func eachRenderCallsTheProviderAgain() throws {
    let chart = Chart()
    let image = try image(of: chart, 20, 20)
    let context = try Backend.checkedContext([.workingColorSpace: NSNull()])
    #expect(try bytes(of: image, image.extent, context)[21] == Chart.pixel(1, 1))
    chart.blue.store(9, ordering: .relaxed)
    #expect(try bytes(of: image, image.extent, context)[21] == Chart.pixel(1, 1, 9))
  }

  @Test func whatIsNotWrittenIsClear() throws {
    let image = try image(of: Chart(leavesHoles: true), 40, 40, tile: 9)
    let context = try Backend.checkedContext([.workingColorSpace: NSNull()])
    let pixels = try bytes(of: image, image.extent, context)
    let holes = pixels.indices.filter { pixels[$0] == .zero }
    // A tile of 9 has 40 pixels of 81 that are not written.
    #expect(!holes.isEmpty && holes.count < pixels.count)
    #expect(pixels.indices.allSatisfy { pixels[$0] == .zero || pixels[$0] == Chart.pixel($0 % 40, $0 / 40) })
  }

  @Test func rendersOnManyThreadsCallTheProviderOneAfterAnother() throws {
    let chart = Chart()
    let image = try image(of: chart, 64, 64, tile: 16)
    let context = try Backend.checkedContext([.workingColorSpace: NSNull()])
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let pixels = try? bytes(of: image, image.extent, context)
      if pixels?[65] != Chart.pixel(1, 1) { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func whatTheProviderThrowsIsTheRendersReason() throws {
    for name in Backend.contextNames {
      let image = try image(of: Chart(refuses: true), 20, 20)
      let context = try CIContext(checked: [.backend: name])
      #expect {
        _ = try bytes(of: image, image.extent, context)
      } throws: {
        "\($0)".contains("the tile server is away") && "\($0)".contains("20x20")
      }
    }
  }

  @Test(arguments: [(0, 5), (5, -1), (.max, 1), (1, (1 << 23) + 1), (.min, .min)] as [(Int, Int)])
  func sizesThatMakeNoSenseAreRefused(_ width: Int, _ height: Int) {
    #expect(throws: RenderError.self) {
      try CIImage(checked: Chart(), size: width, height, format: .RGBA8, colorSpace: nil)
    }
    let image = CIImage(imageProvider: Chart(), size: width, height, format: .RGBA8, colorSpace: nil)
    #expect(image.extent.isNull)
  }

  @Test func formatsThatPixelsCannotBeStoredInAreRefused() {
    #expect(throws: RenderError.self) {
      try CIImage(checked: Chart(), size: 5, 5, format: CIFormat(rawValue: 999), colorSpace: nil)
    }
  }

  static let badTiles: [any Sendable] = [0, -4, 1.5, "8", [Int](), [8, 0], [8, 8, 8], Double.infinity, 1e30]

  @Test(arguments: badTiles) func tilesAreWholeNumbersAboveZero(tile: any Sendable) {
    #expect {
      _ = try CIImage(checked: Chart(), size: 5, 5, format: .RGBA8, colorSpace: nil, options: [.providerTileSize: tile])
    } throws: {
      "\($0)".contains("kCIImageProviderTileSize") && "\($0)".contains("above 0")
    }
  }

  @Test func theSpaceIsThatOfThePixels() throws {
    let grey = CIImage(
      imageProvider: Chart(), size: 4, 4, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.displayP3))
    #expect(grey.colorSpace == CGColorSpace(name: CGColorSpace.displayP3))
    #expect(grey.contentHeadroom == 1)
  }
}
