import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import Testing

/// The compositing steps of a layer, each separately.
@Suite struct CompositionTests {
  @Test func halfWhiteOverBlackIsBlendedGammaEncoded() throws {
    let tree = box(0, 0, 4, 4, black, [box(0, 0, 2, 4, rgb(1, 1, 1, 0.5))])
    let coded = try Shown(tree, 4, 4)
    #expect(coded.isNear(1, 1, 0.5, 0.5, 0.5, 1) && coded.isNear(3, 1, 0, 0, 0, 1))
    // 0.5 in linear light is 0.735 gamma-encoded.
    let light = try Shown(tree, 4, 4, linearly: true)
    #expect(light.isNear(1, 1, 0.7354, 0.7354, 0.7354, 1))
  }

  @Test func backgroundContentsSublayersBorder() throws {
    let image = try makeImage(2, 2) { context in
      context.setFillColor(green)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
    }
    let layer = box(0, 0, 8, 8, red, [box(2, 0, 2, 8, blue)])
    layer.contents = image
    layer.borderWidth = 1
    layer.borderColor = white
    let shown = try Shown(layer, 8, 8)
    #expect(shown.isNear(0, 4, 1, 1, 1, 1))  // border
    #expect(shown.isNear(1, 4, 0, 1, 0, 1))  // contents
    #expect(shown.isNear(2, 4, 0, 0, 1, 1) && shown.isNear(2, 0, 1, 1, 1, 1))  // sublayer, under the border
    #expect(shown.isNear(6, 4, 1, 0, 0, 1))  // background
  }

  @Test func siblingsAreOrderedByDepthAndSubtreesStayTogether() throws {
    let nephew = box(0, 0, 4, 4, green)
    nephew.zPosition = 100
    let back = box(0, 0, 4, 4, red, [nephew])
    let front = box(0, 0, 4, 4, blue)
    let root = box(0, 0, 4, 4, nil, [back, front])
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 0, 1, 1))
    back.zPosition = 1
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 1, 0, 1))
  }

  @Test func opacityFadesAGroupAsOne() throws {
    let group = box(0, 0, 4, 4, red, [box(0, 0, 2, 4, blue)])
    group.opacity = 0.5
    let root = box(0, 0, 4, 4, black, [group])
    let shown = try Shown(root, 4, 4)
    #expect(shown.isNear(1, 1, 0, 0, 0.5, 1) && shown.isNear(3, 1, 0.5, 0, 0, 1))
    group.allowsGroupOpacity = false
    // Half blue over half red over black.
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0.25, 0, 0.5, 1))
    group.opacity = -3
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 0, 0, 1) && group.opacity == -3)
    group.opacity = 7
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 0, 1, 1))
    group.isHidden = true
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 0, 0, 1))
  }

  @Test func masksToBoundsClipsSublayersAndShadow() throws {
    let layer = box(2, 2, 4, 4, red, [box(-2, -2, 8, 8, rgb(0, 0, 1, 0.5))])
    (layer.shadowOpacity, layer.shadowOffset, layer.shadowRadius) = (1, CGSize(width: 2, height: 0), 0)
    let root = box(0, 0, 10, 10, nil, [layer])
    let open = try Shown(root, 10, 10)
    // The shadow of a half-transparent layer is visible through it and next to it.
    #expect(open.isNear(1, 5, 0, 0, 0.5, 0.5) && open[8, 5].w > 0.4)
    layer.masksToBounds = true
    let cut = try Shown(root, 10, 10)
    #expect(cut.isNear(1, 5, 0, 0, 0, 0) && cut.isNear(8, 5, 0, 0, 0, 0) && cut[4, 4].w == 1)
  }

  @Test func masksMultiplyByTheirAlpha() throws {
    let layer = box(0, 0, 4, 4, red, [box(0, 0, 8, 4, rgb(0, 1, 0, 1))])
    let mask = box(0, 0, 2, 4, rgb(0, 0, 1, 0.5), [box(4, 0, 4, 4, white)])
    layer.mask = mask
    let shown = try Shown(box(0, 0, 8, 4, black, [layer]), 8, 4)
    #expect(shown.isNear(1, 1, 0, 0.5, 0, 1) && shown.isNear(3, 1, 0, 0, 0, 1) && shown.isNear(5, 1, 0, 1, 0, 1))
    // Nested masks, and the mask's own opacity.
    mask.opacity = 0.5
    mask.mask = box(0, 0, 8, 2, white)
    let nested = try Shown(box(0, 0, 8, 4, black, [layer]), 8, 4)
    #expect(nested.isNear(1, 1, 0, 0.25, 0, 1) && nested.isNear(1, 3, 0, 0, 0, 1))
  }

  @Test func filtersSeeOverflowAndAreClippedAfterwards() throws {
    let invert = try #require(CIFilter(name: "CIColorInvert"))
    let layer = box(2, 0, 2, 4, white, [box(0, 0, 4, 4, white)])
    layer.filters = [invert]
    let root = box(0, 0, 8, 4, red, [layer])
    let shown = try Shown(root, 8, 4)
    #expect(shown.isNear(3, 1, 0, 0, 0, 1) && shown.isNear(5, 1, 0, 0, 0, 1) && shown.isNear(1, 1, 1, 0, 0, 1))
    layer.masksToBounds = true
    #expect(try Shown(root, 8, 4).isNear(5, 1, 1, 0, 0, 1))
    // Two filters, and a disabled one.
    layer.filters = [invert, invert]
    #expect(try Shown(root, 8, 4).isNear(3, 1, 1, 1, 1, 1))
    layer.filters = [invert, "no filter"]
    layer.setValue(false, forKeyPath: "filters.CIColorInvert.enabled")
    #expect(try Shown(root, 8, 4).isNear(3, 1, 1, 1, 1, 1))
  }

  @Test func backgroundFiltersApplyInTheLayersCoverage() throws {
    let layer = box(2, 0, 2, 4, nil, [box(0, 0, 1, 4, blue)])
    layer.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    layer.masksToBounds = true
    let root = box(0, 0, 6, 4, red, [layer])
    let shown = try Shown(root, 6, 4)
    #expect(shown.isNear(3, 1, 0, 1, 1, 1) && shown.isNear(2, 1, 0, 0, 1, 1))
    #expect(shown.isNear(1, 1, 1, 0, 0, 1) && shown.isNear(5, 1, 1, 0, 0, 1))
    layer.opacity = 0.5
    #expect(try Shown(root, 6, 4).isNear(3, 1, 0.5, 0.5, 0.5, 1))
    layer.opacity = 1
    layer.masksToBounds = false
    #expect(try Shown(root, 6, 4).isNear(5, 1, 0, 1, 1, 1))
    // The root has no backdrop.
    root.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    #expect(try Shown(root, 6, 4).isNear(5, 1, 0, 1, 1, 1))
  }

  /// A frosted glass in a card: the card moves, rotates, has a shadow and clips, but is not a group.
  @Test func backgroundFiltersSeeThroughLayersThatAreNoGroups() throws {
    let changes: [(CALayer) -> Void] = [
      {
        $0.shadowOpacity = 0.5
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
      },
      { $0.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2)) },
      { $0.setAffineTransform(CGAffineTransform(scaleX: 1, y: -1)) },
      { $0.masksToBounds = true },
      {
        $0.isGeometryFlipped = true
        $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
      },
    ]
    for (index, change) in changes.enumerated() {
      let glass = box(4, 4, 8, 8)
      glass.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
      glass.masksToBounds = true
      let card = box(10, 2, 16, 16, nil, [glass])
      change(card)
      let shown = try Shown(box(0, 0, 40, 20, red, [card]), 40, 20)
      #expect(shown.isNear(18, 10, 0, 1, 1, 1) && shown.isNear(15, 7, 0, 1, 1, 1), "\(index)")
      #expect(shown.isNear(12, 10, 1, 0, 0, 1) && shown.isNear(24, 15, 1, 0, 0, 1), "\(index)")
      try expectAlike(box(0, 0, 40, 20, red, [card]), 40, 20)
    }
    // Clipped content does not extend beyond the clipping layer.
    let cut = box(0, 0, 40, 20, red, [box(30, 10, 20, 20, nil, [box(0, 0, 8, 30, blue)])])
    cut.masksToBounds = true
    cut.sublayers?[0].sublayers?[0].backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    #expect(CIImage(layer: cut).extent == CGRect(x: 0, y: 0, width: 40, height: 20))
    // The layers of a group see only the group's content, which is empty.
    let glass = box(4, 4, 8, 8)
    glass.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    let card = box(10, 2, 16, 16, nil, [glass])
    card.opacity = 0.5
    #expect(try Shown(box(0, 0, 40, 20, red, [card]), 40, 20).isNear(18, 10, 1, 0, 0, 1))
  }

  /// The order of layers below, above and in the card is preserved.
  @Test func partsOfALayerOverItsBackdropKeepTheirOrder() throws {
    let glass = box(4, 4, 8, 8, rgb(0, 0, 0, 0.5))
    glass.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    glass.masksToBounds = true
    let card = box(10, 2, 16, 16, green, [glass])
    (card.borderWidth, card.borderColor) = (6, blue)
    card.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let shown = try Shown(box(0, 0, 40, 20, red, [card]), 40, 20)
    // The border is over the glass, which samples green.
    #expect(shown.isNear(15, 10, 0, 0, 1, 1) && shown.isNear(18, 10, 0.5, 0, 0.5, 1))
    #expect(shown.isNear(5, 10, 1, 0, 0, 1))
  }

  /// Images and lengths of a compositing filter are in the layer's points.
  @Test func compositingFiltersUsePoints() throws {
    for scale in [1, 2] {
      let layer = box(2, 2, 4, 4, white)
      let filter = CIFilter(name: "CIBlendWithMask")!
      // The left half of the layer, in its own coordinates.
      filter.setValue(
        CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 4)), forKey: kCIInputMaskImageKey)
      layer.compositingFilter = filter
      let root = box(0, 0, 8, 8, black, [layer])
      let shown = try Shown(root, 8 * scale, 8 * scale, scale: CGFloat(scale))
      for x in 0..<(8 * scale) {
        // The mask's edges are soft if it is magnified.
        #expect((shown[x, 4 * scale].x > 0.5) == (x >= 2 * scale && x < 4 * scale), "\(scale): \(x)")
      }
    }
  }

  @Test func compositingFiltersReadTheNearestGroup() throws {
    let layer = box(0, 0, 2, 4, rgb(0.5, 0.5, 0.5))
    layer.compositingFilter = CIFilter(name: "CIMultiplyBlendMode")
    let holder = box(0, 0, 4, 4, nil, [layer])
    let root = box(0, 0, 4, 4, rgb(0.8, 0.4, 0.2), [holder])
    let shown = try Shown(root, 4, 4)
    #expect(shown.isNear(1, 1, 0.4, 0.2, 0.1, 1) && shown.isNear(3, 1, 0.8, 0.4, 0.2, 1))
    // In a group of its own, the layer has no backdrop.
    holder.opacity = 0.999
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0.5, 0.5, 0.5, 1, within: 0.004))
    holder.opacity = 1
    layer.mask = box(0, 0, 1, 4, rgb(0, 0, 0, 0.5))
    let masked = try Shown(root, 4, 4)
    #expect(masked.isNear(0, 1, 0.6, 0.3, 0.15, 1) && masked.isNear(1, 1, 0.8, 0.4, 0.2, 1))
  }

  @Test func backsOfOneSidedLayers() throws {
    let layer = box(0, 0, 4, 4, red)
    layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    let root = box(0, 0, 4, 4, black, [layer])
    #expect(try Shown(root, 4, 4).isNear(1, 1, 1, 0, 0, 1))
    layer.isDoubleSided = false
    #expect(try Shown(root, 4, 4).isNear(1, 1, 0, 0, 0, 1))
    // Seen twice from behind; flipped geometry does not show the back.
    root.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    root.isGeometryFlipped = true
    #expect(try Shown(root, 4, 4).isNear(1, 1, 1, 0, 0, 1))
  }

  @Test func rasterizedLayersAreSoft() throws {
    let layer = box(0, 0, 8, 4, nil, [box(1.25, -2, 8, 8, white)])
    let root = box(0, 0, 8, 4, black, [layer])
    #expect(try Shown(root, 16, 8, scale: 2).isNear(2, 3, 0.5, 0.5, 0.5, 1))
    layer.shouldRasterize = true
    // 0, 0.75, 1 at one pixel per point, then interpolated.
    let soft = try Shown(root, 16, 8, scale: 2)
    for (x, value) in [(1, 0.1875), (2, 0.5625), (3, 0.8125)] as [(Int, Float)] {
      #expect(abs(soft[x, 3].x - value) < 0.002, "\(soft[x, 3])")
    }
    layer.rasterizationScale = 0
    #expect(try Shown(root, 16, 8, scale: 2).isNear(9, 3, 0, 0, 0, 1))
  }
}

/// Returns a drawn image.
func makeImage(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) throws -> CGImage {
  let context = try #require(
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  draw(context)
  return try #require(context.makeImage())
}
