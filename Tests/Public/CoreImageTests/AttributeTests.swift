import CoreImage
import Foundation
import ImageFilters
import TestFiles
import Testing

/// Compares the attributes of all filters with the facts in Resources/filters.json, which were gathered from dumps of
/// Core Image's own attributes.
@Suite struct AttributeTests {
  struct Fact: CustomTestStringConvertible, @unchecked Sendable {
    let json: [String: Any]
    var name: String { json["name"] as? String ?? "" }
    var inputs: [[String: Any]] { json["inputs"] as? [[String: Any]] ?? [] }
    var testDescription: String { name }
  }

  static let facts: [Fact] = {
    let url = testFile("Public/CoreImageTests/Resources/filters.json")
    let json = try! JSONSerialization.jsonObject(with: Data(contentsOf: url)) as! [[String: Any]]
    return json.map(Fact.init).filter { Catalogue.filter(named: $0.name) != nil }
  }()

  /// Filters that Core Image does not have need no facts, so they can be added without a change here.
  @Test func factsOfAllFiltersOfCoreImageAreFound() { #expect(Self.facts.count >= 243) }

  @Test(arguments: facts)
  func theFilterIsDescribedAsInCoreImage(_ fact: Fact) throws {
    let attributes = try CIFilter(checked: fact.name).attributes
    #expect(attributes[kCIAttributeFilterName] as? String == fact.name)
    #expect(attributes[kCIAttributeFilterDisplayName] as? String == fact.json["displayName"] as? String)
    let categories = try #require(attributes[kCIAttributeFilterCategories] as? [String])
    #expect(Set(categories) == Set(fact.json["categories"] as? [String] ?? []))
    #expect(attributes[kCIAttributeDescription] as? String == CIFilter.localizedDescription(forFilterName: fact.name))
    let since = try #require(fact.json["since"] as? String)
    if let mac = attributes[kCIAttributeFilterAvailable_Mac] as? String { #expect(since.contains("macOS \(mac)")) }
    if let phone = attributes[kCIAttributeFilterAvailable_iOS] as? String { #expect(since.contains("iOS \(phone)")) }
  }

  @Test(arguments: facts)
  func theFilterIsFoundByItsNameAndItsCategories(_ fact: Fact) throws {
    let filter = try #require(CIFilter(name: fact.name))
    #expect(filter.name == fact.name)
    #expect(CIFilter.localizedName(forFilterName: fact.name) == fact.json["displayName"] as? String)
    let categories = try #require(fact.json["categories"] as? [String])
    #expect(CIFilter.filterNames(inCategories: categories).contains(fact.name))
    for category in Set(Self.facts.flatMap { $0.json["categories"] as? [String] ?? [] }) {
      #expect(
        CIFilter.filterNames(inCategory: category).contains(fact.name) == categories.contains(category), "\(category)")
    }
  }

  @Test(arguments: facts)
  func theOutputsAreThoseOfCoreImage(_ fact: Fact) throws {
    #expect(try CIFilter(checked: fact.name).outputKeys == fact.json["outputs"] as? [String])
  }

  @Test(arguments: facts)
  func theDefaultsAreWhatValuesAreBeforeAnyIsSet(_ fact: Fact) throws {
    let filter = try CIFilter(checked: fact.name)
    for input in fact.inputs {
      let key = try #require(input["key"] as? String)
      #expect(same(filter.value(forKey: key), Self.expected("default", of: input, in: fact)), "\(key)")
    }
  }

  @Test(arguments: facts)
  func theInputsAreThoseOfCoreImage(_ fact: Fact) throws {
    let filter = try CIFilter(checked: fact.name)
    #expect(filter.inputKeys == fact.inputs.map { $0["key"] as? String })
    for input in fact.inputs {
      let key = try #require(input["key"] as? String)
      let attributes = try #require(filter.attributes[key] as? [String: Any], "\(key)")
      #expect(attributes[kCIAttributeClass] as? String == input["class"] as? String, "\(key)")
      let type = (input["type"] as? String).map { "CIAttributeType" + $0.prefix(1).uppercased() + $0.dropFirst() }
      #expect(attributes[kCIAttributeType] as? String == type, "\(key)")
      for (attribute, name) in [
        (kCIAttributeDefault, "default"), (kCIAttributeIdentity, "identity"), (kCIAttributeMin, "min"),
        (kCIAttributeMax, "max"), (kCIAttributeSliderMin, "sliderMin"), (kCIAttributeSliderMax, "sliderMax"),
      ] {
        #expect(
          same(attributes[attribute], Self.expected(name, of: input, in: fact)),
          "\(fact.name).\(key) \(name): \(attributes[attribute] ?? "nil")")
      }
    }
  }

  /// Returns the expected attribute of an input: the fact, except for the differences in `knownDifferences`.
  private static func expected(_ attribute: String, of input: [String: Any], in fact: Fact) -> Any? {
    let difference = knownDifferences.first {
      ($0.filter == nil || $0.filter == fact.name) && ($0.key == nil || $0.key == input["key"] as? String)
        && ($0.type == nil || $0.type == input["type"] as? String) && $0.attributes.contains(attribute)
    }
    return difference.map(\.ours) ?? input[attribute]
  }

  @Test func noDifferenceIsListedThatIsNone() {
    for difference in knownDifferences {
      let meant = Self.facts.filter { difference.filter == nil || $0.name == difference.filter }
        .flatMap(\.inputs).filter { input in
          (difference.key == nil || difference.key == input["key"] as? String)
            && (difference.type == nil || difference.type == input["type"] as? String)
            && difference.attributes.contains { !same(input[$0], difference.ours) }
        }
      #expect(!meant.isEmpty || Catalogue.filter(named: difference.filter ?? "") == nil, "\(difference.reason)")
    }
  }

  /// Returns whether an attribute has the value of the facts, with vectors and colours as lists.
  private func same(_ attribute: Any?, _ fact: Any?) -> Bool {
    switch (attribute, fact) {
    case (nil, nil): true
    case (let number as NSNumber, let fact as NSNumber): abs(number.doubleValue - fact.doubleValue) < 1e-6
    case (let vector as CIVector, let list as [Any]): numbers(list) == (0..<vector.count).map { vector.value(at: $0) }
    case (let vector as CIVector, "infinite rectangle" as String): vector.cgRectValue.width >= 1e300
    case (let color as CIColor, let list as [Any]): numbers(list) == (0..<4).map { color.components[$0] }
    case (let map as CGAffineTransform, let list as [Any]):
      numbers(list) == [map.a, map.b, map.c, map.d, map.tx, map.ty]
    case (let data as Data, let fact as String): fact.hasPrefix("\(data.count) bytes")
    case (let space as CGColorSpace, let fact as String):
      space.name == "kCGColorSpace" + fact.prefix(1).uppercased() + fact.dropFirst()
    case (let text as String, let fact as String): text == fact
    default: false
    }
  }

  private func numbers(_ list: [Any]) -> [CGFloat] {
    list.compactMap { ($0 as? NSNumber).map { CGFloat($0.doubleValue) } }
  }
}
