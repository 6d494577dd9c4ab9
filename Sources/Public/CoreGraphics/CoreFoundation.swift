import Foundation

// Core Foundation's class names. On Apple's platforms they are toll-free bridged to Foundation's classes.
/// Core Foundation's name of `NSString`.
public typealias CFString = NSString
/// Core Foundation's name of `NSURL`.
public typealias CFURL = NSURL
/// Core Foundation's name of `NSData`.
public typealias CFData = NSData
/// Core Foundation's name of `NSMutableData`.
public typealias CFMutableData = NSMutableData
/// Core Foundation's name of `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// Core Foundation's name of `NSArray`.
public typealias CFArray = NSArray
/// Core Foundation's name of `NSNumber`.
public typealias CFNumber = NSNumber
/// Core Foundation's name of a Boolean: an `NSNumber`.
public typealias CFBoolean = NSNumber
/// Any object.
public typealias CFTypeRef = AnyObject

/// Four ASCII characters as an integer, the first one in the highest byte: `'BGRA'` is 0x42475241.
public typealias FourCharCode = UInt32
/// Four ASCII characters that identify a type.
public typealias OSType = FourCharCode

/// A memory allocator, a parameter of many functions of Core Foundation. It has no effect here.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The default allocator.
public var kCFAllocatorDefault: CFAllocator? { nil }
/// True, as an object for dictionaries.
public var kCFBooleanTrue: CFBoolean! { true }
/// False, as an object for dictionaries.
public var kCFBooleanFalse: CFBoolean! { false }

extension CGColorSpace {
  /// Calls `init(name:)` with a Core Foundation string.
  public convenience init?(name: CFString) { self.init(name: name as String) }

  /// Calls `init(iccData:)` with Core Foundation data.
  public convenience init?(iccData: CFData) { self.init(iccData: iccData as Data) }
}
