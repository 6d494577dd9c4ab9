import ImageColor
import ImageGraph

extension Op {
  /// The step with numbers of the working space in the place of colours; nil where it has none.
  func withColorsAsNumbers(_ options: PassOptions) -> Op? {
    arguments.holdColors ? with(arguments: arguments.resolved(options)) : nil
  }
}

extension [Argument] {
  fileprivate var holdColors: Bool { contains { if case .color = $0 { true } else { false } } }

  fileprivate func resolved(_ options: PassOptions) -> [Argument] {
    map { argument in
      guard case .color(let color) = argument else { return argument }
      return color.numbers(in: options.managesColor ? options.workingSpace : nil)
    }
  }
}
