import CVulkan
import CoreGraphics
import Foundation
import ImageWindow
import Testing

/// Computations of windows before drawing.
@Suite struct PlacementTests {
  private let window = CGSize(width: 400, height: 300)
  private let extent = CGRect(x: 100, y: -50, width: 200, height: 100)

  @Test func imagesFitFillOrStayAsTheyAre() {
    let fit = ImagePlacement(.scaleAspectFit, of: extent, in: window)
    #expect(extent.applying(fit.map) == CGRect(x: 0, y: 50, width: 400, height: 200))
    let fill = ImagePlacement(.scaleAspectFill, of: extent, in: window)
    #expect(extent.applying(fill.map) == CGRect(x: -100, y: 0, width: 600, height: 300))
    let center = ImagePlacement(.center, of: extent, in: window)
    #expect(extent.applying(center.map) == CGRect(x: 100, y: 100, width: 200, height: 100))
    // Half a pixel would blur it.
    let odd = ImagePlacement(.center, of: CGRect(x: 0, y: 0, width: 201, height: 99), in: window)
    #expect(odd.map.tx == odd.map.tx.rounded() && odd.map.ty == odd.map.ty.rounded())
  }

  @Test func extentsWithoutASizeAreShownFromTheOrigin() {
    for extent in [CGRect.infinite, .null, .zero] {
      #expect(ImagePlacement(.scaleAspectFit, of: extent, in: window).map == .identity)
    }
  }

  @Test func thePointUnderThePointerStaysWhileZooming() {
    let start = ImagePlacement(.scaleAspectFit, of: extent, in: window)
    let pointer = CGPoint(x: 37, y: 211)
    let fixed = start.imagePoint(at: pointer)
    for scale in [0.013, 0.7, 3.3, 900.5] {
      let moved = start.scaled(to: scale, around: pointer).imagePoint(at: pointer)
      #expect(abs(moved.x - fixed.x) < 1e-9 && abs(moved.y - fixed.y) < 1e-9)
    }
  }

  @Test func scalesAreClamped() {
    let start = ImagePlacement(.scaleAspectFit, of: extent, in: window)
    #expect(start.scaled(to: 1e30, around: .zero).scale == 1e4)
    #expect(start.scaled(to: 0, around: .zero).scale == 1e-5)
    #expect(ImagePlacement(scale: .infinity, center: .zero, in: window).scale == 1e4)
    let far = CGRect(x: 0, y: 0, width: 1e30, height: 1)
    #expect(ImagePlacement(.scaleAspectFit, of: far, in: window).scale == 1e-5)
  }

  @Test func panningMovesByPixelsOfTheWindow() {
    let start = ImagePlacement(scale: 4, center: CGPoint(x: 10, y: 10), in: window)
    let moved = start.moved(dx: 8, dy: -4)
    #expect(moved.center == CGPoint(x: 8, y: 11))
    #expect(CGPoint(x: 10, y: 10).applying(moved.map) == CGPoint(x: 208, y: 146))
  }

  @Test func framesAreDueAtTheirRateAndMissedOnesAreDropped() {
    let start = ContinuousClock.now
    var clock = FrameClock(framesPerSecond: 50, now: start)
    #expect(clock.isDue(at: start))
    clock.advance(at: start + .milliseconds(3))
    // From the due time, not from the time of drawing.
    #expect(clock.due == start + .milliseconds(20))
    #expect(!clock.isDue(at: start + .milliseconds(19)))
    clock.advance(at: start + .seconds(2))
    #expect(clock.due == start + .seconds(2))
    for rate in [0, -1, Double.nan, .infinity, 1e30] {
      clock.framesPerSecond = rate
      clock.advance(at: start + .seconds(2))
      #expect(clock.due >= start + .seconds(2))
    }
  }

  @Test func formatsAreChosenByWhatIsOffered() {
    func offer(_ pairs: [(VkFormat, VkColorSpaceKHR)]) -> [VkSurfaceFormatKHR] {
      pairs.map { VkSurfaceFormatKHR(format: $0.0, colorSpace: $0.1) }
    }
    let standard = offer([
      (VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR),
      (VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR),
    ])
    #expect(SurfaceFormat.best(of: standard, wantsExtendedRange: true) == .pixels)
    #expect(SurfaceFormat.best(of: standard, wantsExtendedRange: false) == .pixels)
    let bright = standard + offer([(VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT)])
    #expect(SurfaceFormat.best(of: bright, wantsExtendedRange: false) == .pixels)
    let chosen = SurfaceFormat.best(of: bright, wantsExtendedRange: true)
    #expect(chosen?.vulkan == VK_FORMAT_A2B10G10R10_UNORM_PACK32)
    #expect(chosen?.colorSpace.name == CGColorSpace.itur_2100_PQ)
    #expect((chosen?.headroom ?? 0) > 4)
    // Linear formats after PQ, in any order of the offer; wide gamut after extended range.
    let wide = standard + offer([(VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT)])
    let linear = wide + offer([(VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_BT2020_LINEAR_EXT)])
    let scRGB = linear + offer([(VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT)])
    let all = scRGB + offer([(VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT)])
    for (offered, space, isBright) in [
      (wide, CGColorSpace.displayP3, false), (linear, CGColorSpace.extendedLinearITUR_2020, true),
      (scRGB, CGColorSpace.extendedLinearSRGB, true), (all, CGColorSpace.itur_2100_PQ, true),
    ] {
      let chosen = SurfaceFormat.best(of: offered, wantsExtendedRange: true)
      #expect(chosen?.colorSpace.name == space && (chosen?.headroom ?? 0 > 1) == isBright)
      #expect(SurfaceFormat.best(of: offered, wantsExtendedRange: false) == .pixels)
    }
    // Eight bits in linear light would show banding, so they are never chosen.
    let coarse = standard + offer([(VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT)])
    #expect(SurfaceFormat.best(of: coarse, wantsExtendedRange: true) == .pixels)
    // Any format is supported.
    let any = offer([(VK_FORMAT_UNDEFINED, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR)])
    #expect(SurfaceFormat.best(of: any, wantsExtendedRange: false) == .pixels)
    let none = offer([(VK_FORMAT_R5G6B5_UNORM_PACK16, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR)])
    #expect(SurfaceFormat.best(of: none, wantsExtendedRange: true) == nil)
    #expect(SurfaceFormat.best(of: [], wantsExtendedRange: false) == nil)
  }

  @Test func keysAreNamedByWhatIsPrintedOnThem() {
    #expect(CIWindowKey(code: 0x61) == .character("a"))
    #expect(CIWindowKey(code: 27) == .escape)
    #expect(CIWindowKey(code: 0x4000_004F) == .right)
    #expect(CIWindowKey(code: 0x4000_003A) == .function(1))
    #expect(CIWindowKey(code: 0xE9) == .character("é"))
    // No character has this number.
    #expect(CIWindowKey(code: 0xD800) == .other(0xD800))
    #expect(CIWindowKey(code: -1) == .other(-1))
    #expect(CIWindowModifiers(keys: 0x0041) == [.shift, .control])
  }
}
