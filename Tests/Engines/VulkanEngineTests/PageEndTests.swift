import Glibc
import ImageGraph
import TestSupport
import Testing

/// Caller-owned memory may end with the last pixel of an image, before an unmapped page.
@Suite struct PageEndTests {
  @Test(arguments: [(5, 32), (8, 32), (5, 20), (7, 40)])
  func noByteAfterTheLastPixelIsRead(_ width: Int, _ rowBytes: Int) throws {
    let height = 6
    let page = sysconf(Int32(_SC_PAGESIZE))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    try #require(memory != MAP_FAILED && mprotect(memory + page, page, PROT_NONE) == 0)
    let start = memory + page - (rowBytes * (height - 1) + width * 4)
    for y in 0..<height {
      for x in 0..<width {
        (start + y * rowBytes).storeBytes(of: UInt32(0xFF00_0000 + 10 * y + x), toByteOffset: 4 * x, as: UInt32.self)
      }
    }
    let pixels = PixelBuffer(width: width, height: height, format: .rgba8, rowBytes: rowBytes, adopting: start) {
      munmap($0.alignedDown(toMultipleOf: page), 2 * page)
    }
    let node = Node.source(Source(pixels, colorSpace: nil, alpha: .opaque))
    for backend in Backend.available {
      let region = UserRect(x: 0, y: 0, width: Double(width), height: Double(height))
      let image = try backend.render(node, region, working: .rgbaFloat)
      withExtendedLifetime(image) {
        // Divisions on devices have an error of up to two ulps.
        let samples = (image.pixels[width * height - 1] * 255).rounded(.toNearestOrEven)
        #expect(samples == [Float(10 * (height - 1) + width - 1), 0, 0, 255])
      }
    }
  }
}
