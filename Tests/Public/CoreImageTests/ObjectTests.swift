import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import ImageFilters
import ImageGraph
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// A filter of an app.
final class Stops: CIFilter {
  @CIInput var inputImage: CIImage?
  @CIInput var inputStops = 1.0
  @CIInput var inputCenter = CGPoint(x: 1, y: 2)

  override var attributes: [String: Any] { super.attributes.merging(["inputNote": "own"]) { $1 } }
  override var outputImage: CIImage? {
    inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: inputStops])
  }
}

/// A filter with its own initialisers.
final class Named: CIFilter {
  @CIInput var inputImage: CIImage?
  let label: String

  override init() {
    label = "made"
    super.init()
  }
  required init?(coder aDecoder: NSCoder) {
    label = "decoded"
    super.init(coder: aDecoder)
  }
}

/// Tests of filters, vectors, colours and images as objects: copies, equality, archives.
@Suite struct ObjectTests {
  static let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  /// Returns a decoder of an object that `encode` archives. Foundation ends the program if the root of an archive is of
  /// another class than the requested one.
  private func coder(_ encode: (NSCoder) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    encode(archiver)
    archiver.finishEncoding()
    return try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  }

  private func throughJSON<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  // MARK: Values

  @Test func vectorsColoursAndImagesAreEqualByWhatTheyHold() {
    let objects: [NSObject] = [CIVector(x: 1, y: 2), CIColor(red: 1, green: 0, blue: 0), Self.image]
    let same: [NSObject] = [
      CIVector(string: "[1 2]"), CIColor.red, CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8)),
    ]
    for (a, b) in zip(objects, same) {
      #expect(a.isEqual(b) && a.hash == b.hash && a == b && !a.isEqual("[1 2]") && !a.isEqual(nil))
      #expect(a.copy() as? NSObject === a)
    }
    #expect(Set(objects).union(same).count == 3)
    #expect(NSArray(array: objects).contains(CIVector(x: 1, y: 2)))
    #expect(NSDictionary(object: 1, forKey: CIVector(x: 1, y: 2))[CIVector(x: 1, y: 2)] as? Int == 1)
    #expect(CIVector(x: .nan) != CIVector(x: .nan))
  }

  @Test func valuesGoThroughArchives() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let wide = try #require(CIColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5, colorSpace: p3))
    let vector = CIVector([1, 2.5, -3, 4, 5, 6, 7])
    #expect(try archived(vector) == vector && throughJSON(vector) == vector)
    #expect(try archived(wide) == wide && throughJSON(wide) == wide)
    let payload = Data((0..<16).map { UInt8($0) })
    let code = try #require(
      CIQRCodeDescriptor(payload: payload, symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelM))
    #expect(try archived(code) == code && code.copy() as? CIQRCodeDescriptor === code)
  }

  @Test func whatIsNoArchiveGivesNil() throws {
    for coder in try [coder { _ in }, coder(CIFilter.sepiaTone().encode)] {
      #expect(CIVector(coder: coder) == nil && CIColor(coder: coder) == nil && CIImage(coder: coder) == nil)
      #expect(CIQRCodeDescriptor(coder: coder) == nil)
    }
    let vector = try coder(CIVector(x: 1).encode)
    #expect(CIColor(coder: vector) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CIColor.self, from: Data(#"{"components":[1],"space":{"name":"x"}}"#.utf8))
    }
  }

  // MARK: Filters

  @Test func filtersGoThroughArchivesWithTheirClassAndInputs() throws {
    let filter = CIFilter.gaussianBlur()
    filter.radius = 3.5
    filter.inputImage = Self.image
    filter.name = "mine"
    let back = try #require(try archived(filter as CIFilter) as? any CIFilter & CIGaussianBlur)
    #expect(back.radius == 3.5 && back.name == "mine" && back.outputImage == filter.outputImage)
    let json: CIFilter = try throughJSON(filter as CIFilter)
    #expect((json as? any CIGaussianBlur)?.radius == 3.5 && json.outputImage == filter.outputImage)
    // By its keys only, without Core Image's typed form.
    let clamp = try CIFilter(checked: "CIAffineTransform")
    clamp.isEnabled = false
    clamp.setValue(CGAffineTransform(scaleX: 2, y: 3), forKey: kCIInputTransformKey)
    let moved = try archived(clamp)
    #expect(moved.value(forKey: kCIInputTransformKey) as? CGAffineTransform == CGAffineTransform(scaleX: 2, y: 3))
    #expect(!moved.isEnabled)
  }

  @Test func filtersOfAnAppGoThroughArchives() throws {
    let filter = Stops()
    filter.inputImage = Self.image
    (filter.inputStops, filter.inputCenter) = (2, CGPoint(x: 5, y: 6))
    let back = try archived(filter)
    #expect(back.inputStops == 2 && back.inputCenter == filter.inputCenter && back.inputImage == Self.image)
    #expect(back.outputImage == filter.outputImage)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter as CIFilter) }
    CIFilter.registerName("TestStops", constructor: Maker())
    let registered = try #require(CIFilter(name: "TestStops", parameters: ["inputStops": 3]))
    #expect((try throughJSON(registered) as? Stops)?.inputStops == 3)
    #expect((try archived(registered) as? Stops)?.inputStops == 3)
  }

  final class Inner: CIFilter {
    @CIInput var inputStops = 1.0
  }

  @Test func classesThatFoundationDoesNotFindAreArchivedAsCIFilter() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: Inner(), requiringSecureCoding: true)
    let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIFilter.self, from: data))
    #expect(type(of: back) == CIFilter.self && back.name == "Inner")
    #expect((Inner().copy() as? Inner)?.inputStops == 1)
  }

  struct Maker: CIFilterConstructor {
    func filter(withName name: String) -> CIFilter? { Stops() }
  }

  @Test func copiesOfFiltersOfAnAppAreOfItsClass() throws {
    let filter = Stops()
    filter.inputStops = 2
    let copy = try #require(filter.copy() as? Stops)
    copy.inputStops = 3
    #expect(filter.inputStops == 2 && copy !== filter && copy.inputCenter == filter.inputCenter)
    let named = Named()
    named.inputImage = Self.image
    let other = try #require(named.copy() as? Named)
    #expect(other.inputImage == Self.image && other.label == "decoded" && other.name == "Named")
  }

  @Test func filtersAreEqualWhenTheyAreOneObject() {
    let (a, b) = (CIFilter.sepiaTone() as CIFilter, CIFilter.sepiaTone() as CIFilter)
    #expect(a != b && a == a && a.isEqual(a) && Set([a, b, a]).count == 2)
  }

  @Test func archivesThatLieAboutTheirFilterAreRefused() throws {
    let filter = CIFilter.gaussianBlur() as CIFilter
    let json = try #require(String(data: JSONEncoder().encode(filter), encoding: .utf8))
    func decoded(_ text: String) throws -> CIFilter { try JSONDecoder().decode(CIFilter.self, from: Data(text.utf8)) }
    #expect(throws: DecodingError.self) { try decoded(json.replacingOccurrences(of: "CIGaussianBlur", with: "CINone")) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Stops.self, from: Data(json.utf8)) }
    #expect(throws: DecodingError.self) { try decoded("{}") }
    let other = try coder(filter.encode)
    #expect(Stops(coder: other) == nil && CIFilter(coder: other) == nil)
  }

  // MARK: Recipes

  @Test(arguments: Sample.all.filter { $0.variant != .extreme })
  func everyRecipeGoesThroughAnArchive(_ sample: Sample) throws {
    let image = CIImage(node: sample.node)
    let back = try archived(image)
    #expect(back.description == image.description)
    #expect(back.extent == image.extent)
    for (mine, its) in zip(image.node.topological, back.node.topological) {
      #expect(mine.op.formula === its.op.formula, "\(mine.op)")
    }
    let again = try archived(back)
    #expect(again.description == back.description)
  }

  @Test func anImageKeepsItsPixelsAndProperties() throws {
    let bytes = Data((0..<6 * 4 * 4).map { UInt8($0) })
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let bitmap = CIImage(
      bitmapData: bytes, bytesPerRow: 24, size: CGSize(width: 6, height: 4), format: .RGBA8, colorSpace: p3)
    let image = bitmap.settingProperties(["Make": "nobody", "{TIFF}": ["Orientation": 1]])
      .settingContentHeadroom(2).transformed(by: CGAffineTransform(translationX: 3, y: 4))
    let back = try throughJSON(image)
    #expect(back.colorSpace == p3 && back.contentHeadroom == 2 && back.properties["Make"] as? String == "nobody")
    let context = Backend.context()
    let (a, b) = (
      context.createCGImage(image, from: image.extent, format: .RGBA8, colorSpace: p3),
      context.createCGImage(back, from: image.extent, format: .RGBA8, colorSpace: p3)
    )
    #expect(try #require(a).data == #require(b).data)
    #expect(try throughJSON(CIImage.empty()).extent.isNull)
  }

  /// Changing single bytes of an archive gives an image or an error.
  @Test func damagedRecipesAreErrors() throws {
    let image = CIImage(node: try Sample(#require(Catalogue.filter(named: "CIBloom")), .typical).node)
      .matchedToWorkingSpace(from: CGColorSpaceCreateDeviceRGB())!.cropped(to: CGRect(x: 0, y: 0, width: 9, height: 9))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(image)
    var random = SplitMix(seed: 11)
    var refused = 0
    for _ in 0..<400 {
      var bytes = data
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The pixels come first and may have any values; their description is at the end.
        let place = bytes.count - 1 - Int.random(in: 0..<min(bytes.count, 3000), using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let back = try PropertyListDecoder().decode(CIImage.self, from: bytes)
        _ = (back.extent, back.description)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 100)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CIImage.self, from: Data(#"{"recipe":{"images":[],"steps":[]}}"#.utf8))
    }
  }

  @Test func imagesThatLieAboutTheirSizeAreErrors() throws {
    let bitmap = CIImage(
      bitmapData: Data(count: 16), bytesPerRow: 8, size: CGSize(width: 2, height: 2), format: .RGBA8, colorSpace: nil)
    let json = try #require(String(data: JSONEncoder().encode(bitmap), encoding: .utf8))
    for width in ["3", "-2", "9223372036854775807", "0"] {
      let lie = json.replacingOccurrences(of: #""width":2"#, with: #""width":\#(width)"#)
      #expect(lie != json)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(CIImage.self, from: Data(lie.utf8)) }
    }
  }
}

extension Op {
  /// The formula of a step; each formula is one object.
  fileprivate var formula: AnyObject? {
    switch self {
    case .formula(let formula, _, _): formula
    case .warp(let formula, _, _): formula
    case .region(let formula, _): formula
    default: nil
    }
  }
}
