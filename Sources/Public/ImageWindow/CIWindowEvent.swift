import CoreGraphics

/// What a person does with a window. Points are pixels of the window, from its lower left corner, y up, as recipes have
/// them.
public enum CIWindowEvent: Hashable, Sendable {
  /// A key was pressed, or is held so long that it repeats.
  case keyDown(CIWindowKey, modifiers: CIWindowModifiers, isRepeat: Bool)
  /// A key was let go.
  case keyUp(CIWindowKey, modifiers: CIWindowModifiers)
  /// A button of the pointer was pressed.
  case pointerDown(CIPointerButton, at: CGPoint)
  /// A button of the pointer was let go.
  case pointerUp(CIPointerButton, at: CGPoint)
  /// The pointer was moved.
  case pointerMoved(to: CGPoint)
  /// The pointer left the window.
  case pointerLeft
  /// The wheel was turned: notches to the right, and away from its user.
  case scrolled(dx: Double, dy: Double, at: CGPoint)
}

/// A key of the keyboard, by what is printed on it.
public enum CIWindowKey: Hashable, Sendable {
  /// What the key gives without shift: letters in lower case.
  case character(Character)
  /// Esc.
  case escape
  /// Return, and Enter beside the digits.
  case `return`
  /// Tab.
  case tab
  /// What deletes the character before.
  case backspace
  /// What deletes the character behind.
  case delete
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// A page up.
  case pageUp
  /// A page down.
  case pageDown
  /// F1 is 1.
  case function(Int)
  /// Any other, by SDL's number.
  case other(Int)

  package init(code: Int32) {
    switch code {
    case 13, 0x4000_0058: self = .return
    case 27: self = .escape
    case 9: self = .tab
    case 8: self = .backspace
    case 127: self = .delete
    case 0x4000_004F: self = .right
    case 0x4000_0050: self = .left
    case 0x4000_0051: self = .down
    case 0x4000_0052: self = .up
    case 0x4000_004A: self = .home
    case 0x4000_004D: self = .end
    case 0x4000_004B: self = .pageUp
    case 0x4000_004E: self = .pageDown
    case 0x4000_0056: self = .character("-")
    case 0x4000_0057: self = .character("+")
    case 0x4000_003A...0x4000_0045: self = .function(Int(code) - 0x4000_0039)
    case 32..<0x4000_0000: self = Unicode.Scalar(UInt32(code)).map { .character(Character($0)) } ?? .other(Int(code))
    default: self = .other(Int(code))
    }
  }
}

/// Keys that are held while another is pressed.
public struct CIWindowModifiers: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: UInt16
  /// Modifiers by their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Either shift key.
  public static let shift = CIWindowModifiers(rawValue: 1)
  /// Either control key.
  public static let control = CIWindowModifiers(rawValue: 2)
  /// Either alt key.
  public static let option = CIWindowModifiers(rawValue: 4)
  /// Either key with a logo.
  public static let command = CIWindowModifiers(rawValue: 8)

  /// - Parameter keys: SDL_Keymod.
  package init(keys: UInt16) {
    let pairs: [(UInt16, CIWindowModifiers)] = [
      (0x0003, .shift), (0x00C0, .control), (0x0300, .option), (0x0C00, .command),
    ]
    self.init(pairs.filter { keys & $0.0 != 0 }.map(\.1))
  }
}

/// A button of the pointer.
public enum CIPointerButton: Hashable, Sendable {
  /// The first one, which is the left one unless the system exchanges them.
  case left
  /// The one in the middle, or the wheel pressed.
  case middle
  /// The second one.
  case right
  /// Any other, by its number.
  case other(Int)

  package init(code: Int32) {
    switch code {
    case 1: self = .left
    case 2: self = .middle
    case 3: self = .right
    default: self = .other(Int(code))
    }
  }
}
