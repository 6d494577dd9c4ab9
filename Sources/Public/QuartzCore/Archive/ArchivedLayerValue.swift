import CoreGraphics
import CoreImage
import Foundation

/// The conversion of values to JSON and back, by the type of the value. Images and custom keys are handled elsewhere.
enum ArchivedLayerValue {
  /// - Returns: nil if the JSON is not a value of the type.
  static func read(_ json: LayerJSON, as type: Any.Type) throws(PathTextError) -> Any? {
    switch type {
    case is Double.Type, is CGFloat.Type, is Float.Type, is Int.Type, is UInt32.Type:
      return json.number
    case is Bool.Type: if case .flag(let flag) = json { return flag }
    case is String.Type: if case .text(let text) = json { return text }
    case is CGPoint.Type: if let n = json.numbers, n.count == 2 { return CGPoint(x: n[0], y: n[1]) }
    case is CGSize.Type: if let n = json.numbers, n.count == 2 { return CGSize(width: n[0], height: n[1]) }
    case is CGRect.Type:
      if let n = json.numbers, n.count == 4 { return CGRect(x: n[0], y: n[1], width: n[2], height: n[3]) }
    case is CATransform3D.Type: return json.numbers.flatMap { transform($0) }
    case is CGColor.Type: return color(json)
    case is CGPath.Type: if case .text(let text) = json { return try PathText.path(text) }
    case is CIVector.Type:
      if let n = json.numbers { return CIVector(values: n.map { CGFloat($0) }, count: n.count) }
    case is CIColor.Type: return color(json).map { CIColor(cgColor: $0) }
    case is CACornerMask.Type: return json.number.flatMap { UInt(exactly: $0) }.map { CACornerMask(rawValue: $0) }
    case let mask as any LayerMask.Type: return json.number.flatMap { UInt32(exactly: $0) }.map { instance(mask, $0) }
    case let name as any RawRepresentable<String>.Type:
      if case .text(let text) = json { return instance(name, text) }
    default: break
    }
    return nil
  }

  private static func instance<Mask: LayerMask>(_ type: Mask.Type, _ bits: UInt32) -> Any { Mask(rawValue: bits) }
  private static func instance<Name: RawRepresentable<String>>(_ type: Name.Type, _ text: String) -> Any? {
    Name(rawValue: text)
  }

  /// Returns the JSON of a value; nil for other types.
  static func json(_ value: Any) -> LayerJSON? {
    switch value {
    case let flag as Bool where Swift.type(of: value) == Bool.self: return .flag(flag)
    case let text as String: return .text(text)
    case let point as CGPoint: return LayerJSON([point.x, point.y])
    case let size as CGSize: return LayerJSON([size.width, size.height])
    case let rect as CGRect: return LayerJSON([rect.minX, rect.minY, rect.width, rect.height])
    case let map as CATransform3D: return LayerJSON(map.scalars)
    case let map as CGAffineTransform: return LayerJSON([map.a, map.b, map.c, map.d, map.tx, map.ty])
    case let color as CGColor: return json(color)
    case let color as CIColor: return json(CGColor(ciColor: color))
    case let path as CGPath: return .text(PathText.text(path))
    case let vector as CIVector: return LayerJSON((0..<vector.count).map { Double(vector.value(at: $0)) })
    case let corners as CACornerMask: return .number(Double(corners.rawValue))
    case let mask as any LayerMask: return .number(Double(mask.rawValue))
    case let name as any RawRepresentable<String>: return .text(name.rawValue)
    case let list as [Any]:
      let all = list.compactMap { json($0) }
      return all.count == list.count ? .list(all) : nil
    default: return Double.reading(value).map { LayerJSON($0) }
    }
  }

  /// Returns the transform of sixteen elements by rows, or of the six of an affine transform.
  private static func transform(_ n: [Double]) -> CATransform3D? {
    if n.count == 6 {
      return CATransform3DMakeAffineTransform(
        CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
    }
    guard n.count == 16 else { return nil }
    var map = CATransform3DIdentity
    (map.m11, map.m12, map.m13, map.m14) = (n[0], n[1], n[2], n[3])
    (map.m21, map.m22, map.m23, map.m24) = (n[4], n[5], n[6], n[7])
    (map.m31, map.m32, map.m33, map.m34) = (n[8], n[9], n[10], n[11])
    (map.m41, map.m42, map.m43, map.m44) = (n[12], n[13], n[14], n[15])
    return map
  }

  /// Parses a colour. `[r, g, b]`, `[r, g, b, a]` and `"#rrggbb[aa]"` are sRGB; other spaces are named.
  private static func color(_ json: LayerJSON) -> CGColor? {
    switch json {
    case .list:
      guard let n = json.numbers, n.count == 3 || n.count == 4 else { return nil }
      return CGColor(srgbRed: n[0], green: n[1], blue: n[2], alpha: n.count == 4 ? n[3] : 1)
    case .text(let text):
      let digits = text.dropFirst()
      guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit),
        let bits = UInt32(digits, radix: 16)
      else { return nil }
      let all = digits.count == 6 ? bits << 8 | 255 : bits
      func component(_ shift: UInt32) -> CGFloat { CGFloat(all >> shift & 255) / 255 }
      return CGColor(srgbRed: component(24), green: component(16), blue: component(8), alpha: component(0))
    case .object(let members):
      guard members.count == 2, case .text(let name)? = members["space"], let space = CGColorSpace(name: name),
        let components = members["components"]?.numbers
      else { return nil }
      return CGColor(colorSpace: space, components: components.map { CGFloat($0) })
    default: return nil
    }
  }

  private static func json(_ color: CGColor) -> LayerJSON {
    let components = (color.components ?? []).map { Double($0) }
    let name = color.colorSpace?.name
    if name == CGColorSpace.sRGB, components.count == 4 { return LayerJSON(components) }
    if let name { return .object(["space": .text(name), "components": LayerJSON(components)]) }
    let sRGB = color.components(in: .extendedSRGB)
    return LayerJSON([sRGB.x, sRGB.y, sRGB.z, sRGB.w])
  }
}

/// Bitmaps with their pixel format.
enum ArchivedPixels {
  static let keys = [
    "width", "height", "bitsPerComponent", "bitsPerPixel", "bytesPerRow", "bitmapInfo", "space", "interpolates", "data",
  ]

  /// Returns the JSON of a bitmap; nil for masks, and if the colour space has no name.
  static func json(_ image: CGImage) -> LayerJSON? {
    guard !image.isMask, let provider = image.dataProvider, let bytes = provider.data.map({ Data(referencing: $0) })
    else { return nil }
    var members: [String: LayerJSON] = [
      "width": .number(Double(image.width)), "height": .number(Double(image.height)),
      "bitsPerComponent": .number(Double(image.bitsPerComponent)), "bitsPerPixel": .number(Double(image.bitsPerPixel)),
      "bytesPerRow": .number(Double(image.bytesPerRow)), "bitmapInfo": .number(Double(image.bitmapInfo.rawValue)),
      "data": .text(bytes.base64EncodedString()), "interpolates": .flag(image.shouldInterpolate),
    ]
    guard let name = (image.colorSpace ?? CGColorSpace(name: CGColorSpace.sRGB))?.name else { return nil }
    members["space"] = .text(name)
    return .object(members)
  }

  /// Returns the bitmap; nil if the values are invalid.
  static func image(_ members: [String: LayerJSON]) -> CGImage? {
    func integer(_ key: String) -> Int? { members[key]?.number.flatMap { Int(exactly: $0) } }
    guard let width = integer("width"), let height = integer("height"), let depth = integer("bitsPerComponent"),
      let bits = integer("bitsPerPixel"), let row = integer("bytesPerRow"),
      let info = integer("bitmapInfo").flatMap({ UInt32(exactly: $0) }), case .text(let name)? = members["space"],
      let space = CGColorSpace(name: name), case .text(let text)? = members["data"],
      let bytes = Data(base64Encoded: text), case let provider = CGDataProvider(bytes),
      (1...1 << 20).contains(width), (1...1 << 20).contains(height), row > 0, row <= 1 << 40
    else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: depth, bitsPerPixel: bits, bytesPerRow: row, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil,
      shouldInterpolate: members["interpolates"] != .flag(false), intent: .defaultIntent)
  }
}
