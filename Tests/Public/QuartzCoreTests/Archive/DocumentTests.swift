import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct DocumentTests {
  func read(_ layer: String) throws -> CALayer {
    try LayerDocument(json: Data("{\"layers\": 1, \"root\": \(layer)}".utf8)).root
  }

  func written(_ layer: CALayer) throws -> String {
    String(decoding: try LayerDocument(root: layer).json(), as: UTF8.self)
  }

  private func makeImage() throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: 3, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    return try #require(context.makeImage())
  }

  private func filter() throws -> CIFilter {
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    filter.setValue(7, forKey: kCIInputRadiusKey)
    (filter.name, filter.isEnabled) = ("soft", false)
    return filter
  }

  /// Returns a value of a property other than its default.
  private func example(_ key: String, _ type: Any.Type) throws -> Any {
    switch key {
    case "contents": return try makeImage()
    case "compositingFilter": return try #require(CIFilter(name: "CIMultiplyBlendMode"))
    case "filters", "backgroundFilters": return [try filter()]
    case "colors": return [red, rgb(0, 0.25, 1, 0.5)]
    case "style": return ["opacity": 0.25, "note": "text", "place": CGPoint(x: 1, y: 2)] as [AnyHashable: Any]
    case "string": return "words"
    case "font": return "DejaVuSans" as NSString
    case "emitterCells":
      let cell = CAEmitterCell()
      (cell.birthRate, cell.color, cell.name, cell.contents) = (3, blue, "spark", try makeImage())
      return [cell]
    default: break
    }
    switch type {
    case is Bool.Type: return !(CALayer.defaultValue(forKey: key) as? Bool ?? false)
    case is String.Type: return "a name"
    case is CGPoint.Type: return CGPoint(x: 0.125, y: -1e-7)
    case is CGSize.Type: return CGSize(width: 3, height: 4.5)
    case is CGRect.Type: return CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    case is CATransform3D.Type: return CATransform3DMakeRotation(1, 0.1, 0.2, 0.3)
    case is CGColor.Type:
      let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
      return try #require(CGColor(colorSpace: space, components: [0.1, 0.2, 0.3, 0.4]))
    case is CGPath.Type: return CGPath(ellipseIn: CGRect(x: 0, y: 1, width: 2, height: 3), transform: nil)
    case is any RawRepresentable<String>.Type: return "center"
    case is any OptionSet.Type: return 5
    case is Double.Type, is CGFloat.Type, is Float.Type: return 0.375
    case is Int.Type, is UInt32.Type: return 3
    default: return [1, 2.5]
    }
  }

  @Test func everyPropertyOfEveryClassRoundTrips() throws {
    for type in LayerDocument.classes {
      for (key, kind) in LayerDocument.properties(of: type) {
        let layer = type.init(layer: NSNull())
        layer.setValue(try example(key, kind), forKey: key)
        let text = try written(layer)
        #expect(text.contains("\"\(key)\""), "\(type).\(key): \(text)")
        let document = try LayerDocument(json: Data(text.utf8))
        #expect(Swift.type(of: document.root) == type)
        #expect(try written(document.root) == text, "\(type).\(key)")
        func expectSame<Value: Equatable>(_: Value.Type) {
          guard let value = layer.value(forKey: key) as? Value else { return }
          #expect(document.root.value(forKey: key) as? Value == value, "\(type).\(key)")
        }
        expectSame(CGFloat.self)
        expectSame(CGRect.self)
        expectSame(CGPoint.self)
        expectSame(CATransform3D.self)
        expectSame(CGPath.self)
        expectSame(String.self)
      }
    }
  }

  @Test func aTreeWithAnimationsRoundTrips() throws {
    let child = box(1, 2, 3, 4, red, [box(0, 0, 1, 1, blue)])
    child.mask = box(0, 0, 2, 2, black)
    child.shadowColor = nil
    child.setValue(CGPoint(x: 3, y: 4), forKey: "anchor of mine")
    child.filters = [try filter()]
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.toValue, turn.duration, turn.repeatCount) = (2.5, 2, .infinity)
    turn.timingFunction = CAMediaTimingFunction(name: .easeIn)
    child.add(turn, forKey: "turn")
    let way = CAKeyframeAnimation(keyPath: "position")
    way.values = [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 5)]
    (way.keyTimes, way.calculationMode, way.duration) = ([0, 1], .cubic, 3)
    let colors = CASpringAnimation(keyPath: "backgroundColor")
    (colors.fromValue, colors.damping, colors.duration) = (green, 3, 1)
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([way, colors], 3)
    child.add(group, forKey: nil)
    let radius = CABasicAnimation(keyPath: "filters.soft.inputRadius")
    (radius.fromValue, radius.duration) = (1, 1)
    child.add(radius, forKey: "radius")
    let root = box(0, 0, 20, 20, white, [child])
    let text = try written(root)
    let back = try LayerDocument(json: Data(text.utf8)).root
    #expect(try written(back) == text)
    let same = try #require(back.sublayers?.first)
    #expect(same.animationKeys() == ["turn", "radius"] && same.shadowColor == nil && same.mask?.superlayer === same)
    #expect(same.value(forKey: "anchor of mine") as? CGPoint == CGPoint(x: 3, y: 4))
    for time in [0, 0.4, 1.7] {
      let (a, b) = (try Shown(root, 20, 20, at: time), try Shown(back, 20, 20, at: time))
      #expect(Array(a.image.pixels) == Array(b.image.pixels), "\(time)")
    }
  }

  @Test func documentsHaveSizeScaleAndDirectionOfY() throws {
    let text = "{\"layers\": 1, \"size\": [30, 20], \"scale\": 2, \"yDown\": true, \"root\": {\"frame\": [1, 2, 3, 4]}}"
    let document = try LayerDocument(json: Data(text.utf8))
    #expect(document.shownSize == CGSize(width: 30, height: 20) && document.scale == 2 && document.isYDown)
    #expect(document.root.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    let again = try LayerDocument(json: try document.json())
    #expect(again.shownSize == document.shownSize && again.scale == 2 && again.isYDown)
  }

  @Test func pathsAreThoseOfSVG() throws {
    func path(_ text: String) throws -> CGPath {
      let layer = try read("{\"class\": \"CAShapeLayer\", \"path\": \"\(text)\"}")
      return try #require((layer as? CAShapeLayer)?.path)
    }
    let square = CGMutablePath()
    square.move(to: CGPoint(x: 1, y: 1))
    for point in [CGPoint(x: 3, y: 1), CGPoint(x: 3, y: 4), CGPoint(x: 1, y: 4)] { square.addLine(to: point) }
    square.closeSubpath()
    for text in ["M1 1L3 1L3 4L1 4Z", "m1,1 2,0 0,3 -2,0z", "M1 1 3 1 3 4 1 4 z", "M 1 1 H 3 V 4 h-2 Z"] {
      #expect(try path(text) == square, "\(text)")
    }
    // A smooth curve continues with the mirrored control point.
    #expect(try path("M0 0C0 1 1 2 2 2S4 3 4 4") == path("M0 0C0 1 1 2 2 2C3 2 4 3 4 4"))
    #expect(try path("M0 0Q1 1 2 0T4 0") == path("M0 0Q1 1 2 0Q3 -1 4 0"))
    // A semicircle of radius 5 about (5, 0), in the direction of growing angles: below y = 0.
    let arc = try path("M0 0A5 5 0 0 1 10 0").boundingBoxOfPath
    #expect(abs(arc.minY + 5) < 0.01 && abs(arc.maxY) < 0.01 && arc.minX == 0 && arc.maxX == 10, "\(arc)")
    #expect(try path("M0 0a5 5 0 1 0 10 0").boundingBoxOfPath.maxY > 4.99)
  }

  @Test(arguments: [
    ("{\"opacty\": 1}", "root: unknown key \"opacty\"; did you mean opacity"),
    ("{\"opacity\": \"1\"}", "root.opacity: must be a number (got a string)"),
    (
      "{\"sublayers\": [{}, {\"position\": [1]}]}",
      "root.sublayers[1].position: must be a point, [x, y] (got an array)"
    ),
    ("{\"bounds\": [0, 0, 1e16, 1]}", "root.bounds: the numbers of bounds must be between"),
    ("{\"class\": \"CALayr\"}", "root.class: unknown class CALayr"),
    ("{\"class\": \"CAShapeLayer\", \"path\": \"M0 0 L x\"}", "root.path: path data, position 8"),
    ("{\"class\": \"CAShapeLayer\", \"path\": \"L0 0\"}", "root.path: path data, position 2: a path must begin with M"),
    ("{\"contents\": {\"file\": \"a.png\"}}", "root.contents: must be"),
    ("{\"contents\": {\"pixels\": {\"width\": 1e9}}}", "root.contents.pixels: the values"),
    ("{\"filters\": [{\"filter\": \"CIGausianBlur\"}]}", "root.filters[0].filter"),
    ("{\"filters\": [{\"filter\": \"CIGaussianBlur\", \"inputs\": {\"inputRadus\": 1}}]}", "did you mean inputRadius"),
    ("{\"animations\": {\"a\": {\"class\": \"CABasic\"}}}", "root.animations.a.class: unknown class CABasic"),
    ("{\"animations\": {\"a\": {\"keypath\": \"x\"}}}", "did you mean keyPath"),
    (
      "{\"animations\": {\"a\": {\"keyPath\": \"opacity\", \"to\": [1]}}}",
      "root.animations.a.to: must be a number (got an array)"
    ),
    ("{\"animations\": {\"a\": {\"timing\": \"slow\"}}}", "root.animations.a.timing: must be"),
    ("{\"values\": {\"k\": {\"pint\": [1, 2]}}}", "root.values.k: an object must have one key"),
    ("[]", "root: must be an object (got an array)"), ("{", "the document: is not valid JSON"),
  ])
  func errorsHaveTheirLocation(_ layer: String, _ words: String) throws {
    let error = #expect(throws: LayerArchiveError.self) { try read(layer) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("{\"root\": {}}", "layers: must be 1"), ("{\"layers\": 1}", "root: is missing"),
    ("{\"layers\": 1, \"root\": {}, \"scale\": 0}", "scale: must be"),
    ("{\"layers\": 1, \"root\": {}, \"size\": [1, -1]}", "size: must be"),
    ("{\"layers\": 1, \"root\": {}, \"yDown\": true}", "yDown: requires a \"size\""),
    ("{\"layers\": 1, \"root\": {}, \"sizes\": 1}", "did you mean size"),
    (String(repeating: "[", count: 100_000), "the document: is not valid JSON"),
  ])
  func documentsAreChecked(_ text: String, _ words: String) throws {
    let error = #expect(throws: LayerArchiveError.self) { try LayerDocument(json: Data(text.utf8)) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  final class OwnLayer: CALayer {}

  @Test func ownClassesAndImagesAreNamedByTheApp() throws {
    let layer = OwnLayer()
    #expect(throws: LayerArchiveError.self) { try LayerDocument(root: layer).json() }
    let text = try LayerDocument(root: layer).json(classes: [OwnLayer.self])
    #expect(try LayerDocument(json: text, classes: [OwnLayer.self]).root is OwnLayer)
    let image = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    let plain = CALayer()
    plain.contents = image
    #expect(throws: LayerArchiveError.self) { try LayerDocument(root: plain).json() }
    let described = try LayerDocument(root: plain).json(images: { _ in Data("{\"file\": \"a.png\"}".utf8) })
    let back = try LayerDocument(json: described) { json in
      #expect(String(decoding: json, as: UTF8.self) == "{\"file\":\"a.png\"}")
      return image
    }
    #expect(back.root.contents as? CIImage === image)
  }
}
