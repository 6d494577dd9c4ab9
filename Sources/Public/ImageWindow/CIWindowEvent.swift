import CoreGraphics

/// An input event of a window. Points are in pixels of the window, from its lower left corner with y up, as in recipes.
public enum CIWindowEvent: Hashable, Sendable {
  /// A key was pressed, or repeats while it is held.
  case keyDown(CIWindowKey, modifiers: CIWindowModifiers, isRepeat: Bool)
  /// A key was released.
  case keyUp(CIWindowKey, modifiers: CIWindowModifiers)
  /// A button of the pointer was pressed.
  case pointerDown(CIPointerButton, at: CGPoint)
  /// A button of the pointer was released.
  case pointerUp(CIPointerButton, at: CGPoint)
  /// The pointer was moved.
  case pointerMoved(to: CGPoint)
  /// The pointer left the window.
  case pointerLeft
  /// The wheel was turned: notches to the right, and away from its user.
  case scrolled(dx: Double, dy: Double, at: CGPoint)
}

/// A key of the keyboard, by its label.
public enum CIWindowKey: Hashable, Sendable {
  /// The key's character without shift; letters are lower case.
  case character(Character)
  /// Esc.
  case escape
  /// Return, and Enter on the numeric keypad.
  case `return`
  /// Tab.
  case tab
  /// Backspace, which deletes the character before the cursor.
  case backspace
  /// Delete, which deletes the character after the cursor.
  case delete
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// A function key; F1 is 1.
  case function(Int)
  /// Any other key, by its SDL key code.
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

/// The modifier keys that are held while another key is pressed.
public struct CIWindowModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the modifiers.
  public let rawValue: UInt16
  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Either shift key.
  public static let shift = CIWindowModifiers(rawValue: 1)
  /// Either control key.
  public static let control = CIWindowModifiers(rawValue: 2)
  /// Either alt key.
  public static let option = CIWindowModifiers(rawValue: 4)
  /// Either logo key (Super, Windows, Command).
  public static let command = CIWindowModifiers(rawValue: 8)

  /// - Parameter keys: the bits of SDL_Keymod.
  package init(keys: UInt16) {
    let pairs: [(UInt16, CIWindowModifiers)] = [
      (0x0003, .shift), (0x00C0, .control), (0x0300, .option), (0x0C00, .command),
    ]
    self.init(pairs.filter { keys & $0.0 != 0 }.map(\.1))
  }
}

/// A button of the pointer.
public enum CIPointerButton: Hashable, Sendable {
  /// The primary button: the left one, unless the system swaps the buttons.
  case left
  /// The middle button, or the wheel pressed.
  case middle
  /// The secondary button.
  case right
  /// Any other button, by its number.
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
