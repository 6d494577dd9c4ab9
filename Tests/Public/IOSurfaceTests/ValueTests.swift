import Foundation
import IOSurface
import Testing

@Suite struct ValueTests {
  private let surface: IOSurface

  init() throws { surface = try IOSurface(validating: [.width: 64, .height: 64]) }

  @Test func valuesComeBack() throws {
    let data = Data((0..<256).map { UInt8($0) })
    let values: [String: Any] = [
      "text": "Grüße \"\\\u{1F600}", "whole": 5, "negative": -9_007_199_254_740_993, "fraction": 0.1, "true": true,
      "data": data, "array": [1, "two", data] as [Any], "dictionary": ["a": 1, "b": ["c": [1, 2]]] as [String: Any],
    ]
    try surface.set(values)
    #expect(surface.allAttachments() as NSDictionary? == values as NSDictionary)
    #expect(surface.attachment(forKey: "whole") as? Int == 5 && surface.attachment(forKey: "none") == nil)
    #expect(surface.attachment(forKey: "data") as? Data == data && surface.attachment(forKey: "true") as? Bool == true)
    surface.removeAttachment(forKey: "data")
    #expect(surface.attachment(forKey: "data") == nil && surface.allAttachments()?.count == values.count - 1)
    surface.setAllAttachments(["only": 1])
    #expect(surface.allAttachments()?.count == 1)
    surface.removeAllAttachments()
    #expect(surface.allAttachments() == nil)
  }

  @Test func functionsHaveCoreFoundationsTypes() {
    IOSurfaceSetValue(surface, "key" as CFString, "value" as CFString)
    #expect(IOSurfaceCopyValue(surface, "key" as CFString) as? CFString == "value" as CFString)
    IOSurfaceSetValue(surface, "data" as CFString, Data([1, 2]) as CFData)
    #expect(IOSurfaceCopyValue(surface, "data" as CFString) as? CFData == Data([1, 2]) as CFData)
    IOSurfaceSetValues(surface, ["a": 1, "b": [1, 2]] as CFDictionary)
    #expect(IOSurfaceCopyAllValues(surface)?.count == 4)
    #expect(IOSurfaceCopyValue(surface, "b" as CFString) as? CFArray == [1, 2] as CFArray)
    IOSurfaceRemoveValue(surface, "key" as CFString)
    #expect(IOSurfaceCopyValue(surface, "key" as CFString) == nil)
    IOSurfaceRemoveAllValues(surface)
    #expect(IOSurfaceCopyAllValues(surface) == nil)
  }

  /// An array in itself, so many times.
  private func nested(_ depth: Int) -> Any { (0..<depth).reduce(0 as Any) { value, _ in [value] } }

  @Test func whatIsNoValueChangesNothing() throws {
    try surface.set(["kept": 1])
    let wrong: [Any] = [
      Date(), Double.nan, Double.infinity, NSObject(), ["": 1], [Date()], ["a": ["b": Double.nan]], nested(40),
      String(repeating: "x", count: 40_000),
    ]
    for value in wrong {
      #expect(throws: IOSurfaceError.self, "\(type(of: value))") { try surface.set(["wrong": value]) }
      surface.setAttachment(value, forKey: "wrong")
    }
    #expect(surface.allAttachments() as? [String: Int] == ["kept": 1])
    try surface.set(["deep": nested(30), "long": String(repeating: "x", count: 30_000)])
    #expect(surface.allAttachments()?.count == 3)
  }
}
