import Foundation

// Names of Core Foundation's classes, which code for Apple's systems casts to: there the same objects as Foundation's.
/// What Core Foundation calls Foundation's `NSString`.
public typealias CFString = NSString
/// What Core Foundation calls Foundation's `NSURL`.
public typealias CFURL = NSURL
/// What Core Foundation calls Foundation's `NSData`.
public typealias CFData = NSData
/// What Core Foundation calls Foundation's `NSDictionary`.
public typealias CFDictionary = NSDictionary
/// What Core Foundation calls Foundation's `NSArray`.
public typealias CFArray = NSArray
/// What Core Foundation calls Foundation's `NSNumber`.
public typealias CFNumber = NSNumber

extension CGColorSpace {
  /// `init(name:)` for the name as Core Foundation has it.
  public convenience init?(name: CFString) { self.init(name: name as String) }

  /// `init(iccData:)` for data as Core Foundation has it.
  public convenience init?(iccData: CFData) { self.init(iccData: iccData as Data) }
}
