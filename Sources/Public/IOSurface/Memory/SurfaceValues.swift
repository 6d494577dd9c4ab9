import Foundation

/// Property lists as JSON: strings, Booleans, numbers, arrays, dictionaries. Data is stored as a dictionary whose only
/// key is empty and whose value is base64; no other dictionary may have an empty key.
enum SurfaceValues {
  /// The greatest nesting depth that is encoded or decoded.
  private static let greatestDepth = 32

  static func encoded(_ values: [String: Any]) throws(IOSurfaceError) -> Data {
    let object = try object(values, depth: 1)
    do {
      return try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    } catch {
      throw IOSurfaceError(kIOReturnBadArgument, "the values of a surface are not a property list: \(error)")
    }
  }

  /// Decodes the bytes. Returns an empty dictionary if they are damaged.
  static func decoded(_ bytes: Data) -> [String: Any] {
    guard !bytes.isEmpty, depth(of: bytes) <= greatestDepth,
      let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    else { return [:] }
    return object.compactMapValues(value)
  }

  private static func object(_ value: Any, depth: Int) throws(IOSurfaceError) -> Any {
    guard depth <= greatestDepth else {
      throw IOSurfaceError(
        kIOReturnBadArgument, "a value is nested too deeply; up to \(greatestDepth) levels are allowed")
    }
    switch value {
    case let text as String: return text
    case let data as Data: return ["": data.base64EncodedString()]
    case let number as NSNumber:
      guard number.doubleValue.isFinite else {
        throw IOSurfaceError(kIOReturnBadArgument, "a value is \(number); finite numbers are allowed")
      }
      return number
    case let array as [Any]:
      var objects: [Any] = []
      for element in array { objects.append(try object(element, depth: depth + 1)) }
      return objects
    case let dictionary as [String: Any]:
      var objects: [String: Any] = [:]
      for (key, element) in dictionary {
        guard !key.isEmpty else {
          throw IOSurfaceError(kIOReturnBadArgument, "a dictionary has an empty key; other keys are allowed")
        }
        objects[key] = try object(element, depth: depth + 1)
      }
      return objects
    default:
      throw IOSurfaceError(
        kIOReturnBadArgument,
        "a value is of type \(type(of: value)); strings, numbers, data, arrays and dictionaries are allowed")
    }
  }

  private static func value(_ object: Any) -> Any? {
    switch object {
    case let array as [Any]: return array.compactMap(value)
    case let dictionary as [String: Any]:
      if let text = dictionary[""] {
        return dictionary.count == 1 ? (text as? String).flatMap { Data(base64Encoded: $0) } : nil
      }
      return dictionary.compactMapValues(value)
    case is NSNull: return nil
    default: return object
    }
  }

  /// Returns the depth of brackets outside of strings, which is checked before the parser recurses.
  private static func depth(of bytes: Data) -> Int {
    var (depth, greatest, isText, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        greatest = max(greatest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return greatest
  }
}
