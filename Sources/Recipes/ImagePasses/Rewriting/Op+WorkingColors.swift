import ImageColor
import ImageGraph

extension Op {
  /// Returns the step with colour arguments resolved to the working space. Returns nil if it has none.
  func withResolvedColors(_ options: PassOptions) -> Op? {
    arguments.holdColors ? with(arguments: arguments.resolved(options)) : nil
  }
}

extension [Argument] {
  fileprivate var holdColors: Bool { contains { if case .color = $0 { true } else { false } } }

  fileprivate func resolved(_ options: PassOptions) -> [Argument] {
    map { argument in
      guard case .color(let color) = argument else { return argument }
      return color.value(in: options.managesColor ? options.workingSpace : nil)
    }
  }
}
