import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import Testing

/// The dynamic range of contents.
@Suite struct ContentsRangeTests {
  /// Returns a layer with contents of four times white on the left, and grey on the right.
  private func layer(_ headroom: Float, _ set: (CALayer) -> Void) throws -> CALayer {
    let light = { (value: CGFloat, x: CGFloat) in
      CIImage(
        color: CIColor(
          red: value, green: value, blue: value, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!)!
      )
      .cropped(to: CGRect(x: x, y: 0, width: 4, height: 4))
    }
    let layer = box(0, 0, 8, 4)
    layer.contents = light(4, 0).composited(over: light(0.1, 4)).settingContentHeadroom(headroom)
    set(layer)
    return layer
  }

  /// Returns the gamma-encoded sRGB value.
  ///
  /// Source: IEC 61966-2-1.
  private func encoded(_ light: Double) -> Float { Float(1.055 * pow(light, 1 / 2.4) - 0.055) }

  /// The brightest value is mapped to the limit.
  ///
  /// Source: ITU-R BT.2390-11, 5.4.1: the EETF maps the source's peak to the target's, and preserves dark signals.
  @Test func contentsBrighterThanTheLimitAreToneMapped() throws {
    let cases: [(Float, Double, (CALayer) -> Void)] = [
      (4, 4, { _ in }), (4, 1, { $0.toneMapMode = .ifSupported }), (4, 1, { $0.preferredDynamicRange = .standard }),
      (4, 2, { $0.preferredDynamicRange = .constrainedHigh }), (4, 4, { $0.preferredDynamicRange = .high }),
      (4, 4, { ($0.preferredDynamicRange, $0.toneMapMode) = (.standard, .never) }),
      (4, 4, { ($0.preferredDynamicRange, $0.toneMapMode) = (.high, .ifSupported) }),
      (4, 4, { ($0.wantsExtendedDynamicRangeContent, $0.toneMapMode) = (true, .ifSupported) }),
      (4, 1, { ($0.wantsExtendedDynamicRangeContent, $0.preferredDynamicRange) = (true, .standard) }),
      // Contents without a headroom.
      (0, 4, { $0.preferredDynamicRange = .standard }),
      (0, 1, { ($0.preferredDynamicRange, $0.contentsHeadroom) = (.standard, 4) }),
      (4, 4, { ($0.preferredDynamicRange, $0.contentsHeadroom) = (.constrainedHigh, 2) }),
      (4, 1, { ($0.preferredDynamicRange, $0.contentsHeadroom) = (.standard, .nan) }),
      (4, 4, { $0.preferredDynamicRange = CADynamicRange(rawValue: "unknown") }),
    ]
    for (number, (headroom, wanted, set)) in cases.enumerated() {
      let shown = try Shown(layer(headroom, set), 8, 4)
      let bright = encoded(wanted)
      #expect(shown.isNear(1, 1, bright, bright, bright, 1, within: 0.01), "\(number): \(shown[1, 1]), not \(bright)")
      let grey = encoded(0.1)
      #expect(shown.isNear(6, 1, grey, grey, grey, 1, within: 0.01), "\(number): \(shown[6, 1]), not \(grey)")
    }
  }

  @Test func rangesAreStoredLikeOtherProperties() throws {
    let layer = CALayer()
    #expect(layer.preferredDynamicRange == .automatic && layer.toneMapMode == .automatic && layer.contentsHeadroom == 0)
    layer.setValue("constrainedHigh", forKey: "preferredDynamicRange")
    layer.contentsHeadroom = 3
    #expect(layer.preferredDynamicRange == .constrainedHigh)
    #expect(layer.value(forKey: "preferredDynamicRange") as? CADynamicRange == .constrainedHigh)
    let copy = CALayer(layer: layer)
    #expect(copy.preferredDynamicRange == .constrainedHigh && copy.contentsHeadroom == 3)
    let read = try LayerDocument(json: LayerDocument(root: layer).json())
    #expect(read.root.preferredDynamicRange == .constrainedHigh && read.root.contentsHeadroom == 3)
  }
}
