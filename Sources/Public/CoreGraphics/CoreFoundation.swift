import Foundation

// Names of Core Foundation's classes, which code for Apple's systems casts to: there the same objects as Foundation's.
/// What Core Foundation calls Foundation's `NSString`.
public typealias CFString = NSString
/// What Core Foundation calls Foundation's `NSURL`.
public typealias CFURL = NSURL
/// What Core Foundation calls Foundation's `NSData`.
public typealias CFData = NSData
/// What Core Foundation calls Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData
/// What Core Foundation calls Foundation's `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// What Core Foundation calls Foundation's `NSArray`.
public typealias CFArray = NSArray
/// What Core Foundation calls Foundation's `NSNumber`.
public typealias CFNumber = NSNumber
/// What Core Foundation calls a truth value: a `NSNumber`.
public typealias CFBoolean = NSNumber
/// Any object.
public typealias CFTypeRef = AnyObject

/// Four characters as one number, the first one highest: `'BGRA'` is 0x42475241.
public typealias FourCharCode = UInt32
/// Four characters that name a kind of thing.
public typealias OSType = FourCharCode

/// Where memory comes from: a parameter of many functions of Core Foundation's kind. There is one way here, so it does
/// not count.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The way to get memory that is used when none is named.
public var kCFAllocatorDefault: CFAllocator? { nil }
/// True as an object, for dictionaries.
public var kCFBooleanTrue: CFBoolean! { true }
/// False as an object, for dictionaries.
public var kCFBooleanFalse: CFBoolean! { false }

extension CGColorSpace {
  /// `init(name:)` for the name as Core Foundation has it.
  public convenience init?(name: CFString) { self.init(name: name as String) }

  /// `init(iccData:)` for data as Core Foundation has it.
  public convenience init?(iccData: CFData) { self.init(iccData: iccData as Data) }
}
