import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import QuartzCore
import TestSupport
import Testing

/// Transitions from a layer's previous appearance to its current one.
@Suite struct TransitionTests {
  /// Returns a layer that was drawn in one colour, and changes to another in one second.
  private func changing(
    _ type: CATransitionType = .fade, _ side: CATransitionSubtype? = nil, from old: CGColor = red,
    to new: CGColor = blue, _ change: (CATransition) -> Void = { _ in }
  ) -> CALayer {
    let layer = box(0, 0, 8, 4, old)
    _ = CIImage(layer: layer)
    let transition = CATransition()
    (transition.type, transition.subtype, transition.duration) = (type, side, 1)
    change(transition)
    layer.add(transition, forKey: nil)
    layer.backgroundColor = new
    return layer
  }

  @Test func slidesAtTheHalf() throws {
    // The lower left corners of the old and the new content, in points, and whether the new one is in front.
    let cases: [(CATransitionType, CATransitionSubtype?, old: (Int, Int), new: (Int, Int))] = [
      (.push, nil, (4, 0), (-4, 0)), (.push, .fromLeft, (4, 0), (-4, 0)), (.push, .fromRight, (-4, 0), (4, 0)),
      (.push, .fromTop, (0, -2), (0, 2)), (.push, .fromBottom, (0, 2), (0, -2)),
      (.moveIn, .fromRight, (0, 0), (4, 0)), (.moveIn, .fromBottom, (0, 0), (0, -2)),
      (.reveal, .fromLeft, (4, 0), (0, 0)), (.reveal, .fromTop, (0, -2), (0, 0)),
      (.push, CATransitionSubtype(rawValue: "no side"), (4, 0), (-4, 0)),
    ]
    for (type, side, old, new) in cases {
      for masks in [false, true] {
        let layer = changing(type, side)
        layer.masksToBounds = masks
        let holder = box(0, 0, 24, 12, nil, [layer])
        layer.position = CGPoint(x: 12, y: 6)
        let shown = try Shown(holder, 24, 12, at: 0.5)
        for (x, y) in [(9, 5), (14, 5), (9, 7), (14, 7), (6, 5), (18, 6), (9, 2), (9, 9)] {
          func holds(_ corner: (Int, Int)) -> Bool {
            (8 + corner.0..<16 + corner.0).contains(x) && (4 + corner.1..<8 + corner.1).contains(y)
          }
          let isOut = masks && !holds((0, 0))
          let isNew = type == .reveal ? holds(new) && !holds(old) : holds(new)
          let expected: SIMD4<Float> = isOut ? .zero : isNew ? [0, 0, 1, 1] : holds(old) ? [1, 0, 0, 1] : .zero
          #expect(shown[x, y] == expected, "\(type) \(String(describing: side)) \(masks) at \(x), \(y)")
        }
      }
    }
  }

  @Test func topIsTheDisplayedTop() throws {
    let layer = changing(.push, .fromTop)
    let flipped = box(0, 0, 8, 4, nil, [layer])
    flipped.isGeometryFlipped = true
    let shown = try Shown(flipped, 8, 4, at: 0.5)
    #expect(shown[3, 3] == [0, 0, 1, 1] && shown[3, 0] == [1, 0, 0, 1])
  }

  @Test func aFadeOfEqualPixelsDoesNotDip() throws {
    let half = rgb(1, 0.5, 0.25, 0.5)
    let same = changing(from: half, to: half)
    let still = try Shown(box(0, 0, 8, 4, half), 8, 4)
    for time in [0.1, 0.5, 0.7] { #expect(try Shown(same, 8, 4, at: time)[3, 2] == still[3, 2]) }
    let mixed = try Shown(changing(), 8, 4, at: 0.25)
    #expect(mixed.isNear(3, 2, 0.75, 0, 0.25, 1))
    // Its opacity is the current one, and the backdrop is seen through it once.
    let layer = changing()
    layer.opacity = 0.5
    #expect(try Shown(box(0, 0, 8, 4, green, [layer]), 8, 4, at: 0.25).isNear(3, 2, 0.375, 0.5, 0.125, 1))
    #expect(try Shown(changing(), 8, 4, at: 1)[3, 2] == [0, 0, 1, 1])
  }

  @Test func partialProgress() throws {
    let part = changing { ($0.startProgress, $0.endProgress) = (0.5, 1) }
    #expect(try Shown(part, 8, 4, at: 0).isNear(3, 2, 0.5, 0, 0.5, 1))
    #expect(try Shown(part, 8, 4, at: 0.5).isNear(3, 2, 0.25, 0, 0.75, 1))
    let none = changing { ($0.startProgress, $0.endProgress) = (.nan, .infinity) }
    #expect(try Shown(none, 8, 4, at: 0.5).isNear(3, 2, 0.5, 0, 0.5, 1))
    let back = changing { ($0.startProgress, $0.endProgress) = (0.75, 0.25) }
    #expect(try Shown(back, 8, 4, at: 0.9).isNear(3, 2, 0.25, 0, 0.75, 1))
    let beyond = changing { $0.timingFunction = CAMediaTimingFunction(controlPoints: 0, 4, 1, 4) }
    #expect(try Shown(beyond, 8, 4, at: 0.5)[3, 2] == [0, 0, 1, 1])
  }

  @Test func aFilterMatchesTheRecipeByHand() throws {
    func byHand(_ scale: CGFloat) -> CIImage {
      func filled(_ color: CIColor) -> CIImage {
        CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 8 * scale, height: 4 * scale))
      }
      return filled(.red).applyingFilter(
        "CISwipeTransition",
        parameters: [
          kCIInputTargetImageKey: filled(.blue), kCIInputTimeKey: 0.25, "inputWidth": 6 * scale, "inputAngle": 0.5,
          kCIInputExtentKey: CIVector(x: 0, y: 0, z: 8 * scale, w: 4 * scale),
        ])
    }
    let layer = changing {
      let filter = CIFilter(name: "CISwipeTransition")
      filter?.setValue(6, forKey: "inputWidth")
      filter?.setValue(0.5, forKey: "inputAngle")
      // Ignored if there is a filter.
      ($0.filter, $0.type) = (filter, .push)
    }
    for scale in [1, 2] as [CGFloat] {
      #expect(CIImage(layer: layer, at: 0.25, scale: scale, blendsLinearly: true) == byHand(scale))
    }
    #expect(CIImage(layer: layer, at: 0.25) == CIImage(layer: layer, at: 0.25))
    #expect(CIImage(layer: layer, at: 0.25) != CIImage(layer: layer, at: 0.5))
  }

  @Test(arguments: CIFilter.filterNames(inCategory: kCICategoryTransition))
  func allTransitionFiltersPass(_ name: String) throws {
    let filter = try #require(CIFilter(name: name))
    let own = [kCIInputImageKey, kCIInputTargetImageKey]
    for key in filter.inputKeys where key.hasSuffix("Image") && !own.contains(key) {
      filter.setValue(
        CIImage(color: CIColor(red: 0.6, green: 0.6, blue: 0.6))
          .cropped(to: CGRect(x: 0, y: 0, width: 8, height: 4)), forKey: key)
    }
    // Constant at the middle.
    let layer = changing { ($0.filter, $0.speed, $0.timeOffset) = (filter, 0, 0.5) }
    try expectAlike(layer, 8, 4, within: Tolerance(absolute: 0.002, relative: 0.004))
    if name != "CIDissolveTransition" {
      let fade = changing { ($0.speed, $0.timeOffset) = (0, 0.5) }
      #expect(CIImage(layer: layer) != CIImage(layer: fade), "\(name) is drawn as a fade")
    }
  }

  final class Endless: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput var inputTargetImage: CIImage?
    override var outputImage: CIImage? { inputTargetImage?.clampedToExtent() }
  }

  final class Nothing: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput var inputTargetImage: CIImage?
    override var outputImage: CIImage? { nil }
  }

  @Test func invalidFilters() throws {
    let disabled = try #require(CIFilter(name: "CISwipeTransition"))
    disabled.isEnabled = false
    let others: [Any?] = [
      Nothing(), CIFilter(name: "CIColorInvert"), CIFilter(name: "CIDisintegrateWithMaskTransition"), disabled, "text",
    ]
    for filter in others {
      let layer = changing { $0.filter = filter }
      #expect(try Shown(layer, 8, 4, at: 0.25).isNear(3, 2, 0.75, 0, 0.25, 1), "\(String(describing: filter))")
    }
    let layer = changing { $0.filter = Endless() }
    #expect(CIImage(layer: layer, at: 0.5).extent.isInfinite)
    layer.masksToBounds = true
    let shown = try Shown(layer, 16, 8, at: 0.5)
    #expect(shown[3, 2] == [0, 0, 1, 1] && shown[9, 2] == .zero)
  }

  @Test func hiddenLayersAndLayersNotDrawnBefore() throws {
    let going = changing(to: red)
    going.isHidden = true
    #expect(try Shown(going, 8, 4, at: 0.25).isNear(3, 2, 0.75, 0, 0, 0.75))
    #expect(try Shown(going, 8, 4, at: 1)[3, 2].w == 0)
    let coming = box(0, 0, 8, 4, red)
    let fade = CATransition()
    fade.duration = 1
    coming.add(fade, forKey: nil)
    #expect(try Shown(coming, 8, 4, at: 0.25).isNear(3, 2, 0.25, 0, 0, 0.25))
  }

  @Test func blendingFades() throws {
    let layer = box(0, 0, 8, 4, rgb(0.5, 0.5, 0.5))
    let root = box(0, 0, 8, 4, rgb(0.5, 0.25, 1), [layer])
    root.beginFrame(at: 10)
    _ = CIImage(layer: root, at: 10)
    root.endFrame()
    layer.compositingFilter = CIFilter(name: "CIMultiplyBlendMode")
    root.beginFrame(at: 20)
    // 0.25 seconds by default; from 0.5 grey to the product of both.
    #expect(try Shown(root, 8, 4, at: 20.125).isNear(3, 2, 0.375, 0.3125, 0.5, 1))
    #expect(try Shown(root, 8, 4, at: 20.25).isNear(3, 2, 0.25, 0.125, 0.5, 1))
    root.endFrame()
  }

  @Test func sublayersAndActions() throws {
    let root = box(0, 0, 8, 4, nil, [box(0, 0, 8, 4, red)])
    _ = CIImage(layer: root)
    let push = CATransition()
    (push.type, push.duration) = (.push, 1)
    root.actions = ["sublayers": push]
    root.sublayers = [box(0, 0, 8, 4, blue)]
    #expect(root.animation(forKey: "transition") is CATransition)
    let shown = try Shown(root, 8, 4, at: 0.5)
    #expect(shown[1, 1] == [0, 0, 1, 1] && shown[5, 1] == [1, 0, 0, 1])
    // In a group, too.
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([push], 1)
    let layer = changing()
    layer.removeAllAnimations()
    _ = CIImage(layer: layer)
    layer.add(group, forKey: "group")
    layer.backgroundColor = green
    let grouped = try Shown(layer, 8, 4, at: 0.5)
    #expect(grouped[1, 1] == [0, 1, 0, 1] && grouped[5, 1] == [0, 0, 1, 1])
  }

  @Test func nestedTransitionsAreLimited() throws {
    let layer = changing()
    for index in 0..<60 {
      _ = CIImage(layer: layer, at: 0.5)
      let fade = CATransition()
      (fade.duration, fade.filter) = (1, index % 2 == 0 ? CIFilter(name: "CIFlashTransition") : nil)
      layer.add(fade, forKey: nil)
    }
    #expect(CIImage(layer: layer, at: 0.5) == CIImage(layer: layer, at: 0.5))
    // The position was halfway at that time.
    let twice = changing()
    _ = CIImage(layer: twice, at: 0.5)
    let fade = CATransition()
    fade.duration = 1
    twice.add(fade, forKey: nil)
    twice.backgroundColor = green
    #expect(try Shown(twice, 8, 4, at: 0.5).isNear(3, 2, 0.25, 0.5, 0.25, 1))
  }

  @Test func contentsFadeWhereTheyAreDrawn() throws {
    func plain(_ color: CGColor) throws -> CGImage {
      try makeImage(2, 2) {
        $0.setFillColor(color)
        $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }
    }
    let (a, b) = (try plain(red), try plain(blue))
    let layer = box(0, 0, 8, 4)
    layer.contents = a
    let change = CABasicAnimation(keyPath: "contents")
    (change.toValue, change.duration) = (b, 1)
    layer.add(change, forKey: nil)
    #expect(try Shown(layer, 8, 4, at: 0.25).isNear(3, 2, 0.75, 0, 0.25, 1))
    #expect(try Shown(layer, 8, 4, at: 0)[3, 2] == [1, 0, 0, 1] && Shown(layer, 8, 4, at: 1)[3, 2] == [1, 0, 0, 1])
    // The presented value is one of the two.
    #expect(layer.presented(at: 0.25).contents as? CGImage == a && layer.presented(at: 0.75).contents as? CGImage == b)
    let frames = CAKeyframeAnimation(keyPath: "contents")
    (frames.values, frames.calculationMode, frames.duration) = ([a, b], .discrete, 1)
    layer.add(frames, forKey: nil)
    #expect(
      try Shown(layer, 8, 4, at: 0.25)[3, 2] == [1, 0, 0, 1] && Shown(layer, 8, 4, at: 0.5)[3, 2] == [0, 0, 1, 1])
  }
}
