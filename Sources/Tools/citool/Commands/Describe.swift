import CommandLineSupport
import CoreImage
import Foundation
import ImageFilters

let describe = Subcommand(
  name: "describe", summary: "describes a filter and its inputs", usage: "FILTER|FILE [OPTIONS]",
  details: """
    The prefix CI of the name may be omitted. The last line is a command line that shows the filter. For a file with
    kernels, prints a line for each kernel.

    example
      citool describe CIGaussianBlur
    """,
  options: [
    Option("--json", "prints the filter's attributes as JSON"),
    Option("--keys", "prints only the keys, in their short form, a line each"),
  ],
  words: .filters
) { arguments in
  let name = try arguments.single("FILTER")
  if KernelFile.language(of: name) != nil {
    print(try KernelFile.kernels(name, ImageInput(arguments)).map(KernelFile.line).joined(separator: "\n"))
    return
  }
  let filter = try CIFilter(matching: name)
  guard let definition = filter.definition else { throw CommandFailure.failed("\(filter.name) has no description") }
  if arguments.has("--keys") {
    print(definition.parameters.map { shortKey($0.key) }.joined(separator: "\n"))
    return
  }
  print(arguments.has("--json") ? try jsonText(plain(filter.attributes)) : page(definition))
}

private func page(_ filter: Filter) -> String {
  var lines = [
    "\(filter.name)  \(filter.displayName)", filter.summary, "",
    "categories  "
      + filter.categories.map { String($0.rawValue.dropFirst("CICategory".count)) }.joined(separator: ", "),
    "since       \(filter.since)", "",
  ]
  let rows = filter.parameters.map { parameter in
    [
      parameter.key, parameter.className + (parameter.unit == .none ? "" : ", \(parameter.unit.rawValue)"),
      parameter.defaultValue.map { "default \(text($0))" } ?? (parameter.isOptional ? "optional" : "required"),
      range(parameter), parameter.identity.map { "no effect at \(text($0))" } ?? "",
    ]
  }
  let widths = (0..<5).map { column in (rows.map { $0[column].count }.max() ?? 0) + 2 }
  for row in rows {
    let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
    lines.append("  " + cells.joined().trimmingCharacters(in: .whitespaces))
  }
  if let example = ExampleCommand(filter)?.text { lines += ["", "example     \(example)"] }
  return lines.joined(separator: "\n")
}

private func range(_ parameter: ParameterInfo) -> String {
  var parts: [String] = []
  if let slider = parameter.slider { parts.append("usually \(short(slider.lowerBound))...\(short(slider.upperBound))") }
  if let min = parameter.min, min != parameter.slider?.lowerBound { parts.append("at least \(short(min))") }
  if let max = parameter.max, max != parameter.slider?.upperBound { parts.append("at most \(short(max))") }
  return parts.joined(separator: ", ")
}

private func short(_ number: Double) -> String {
  abs(number) < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
}

private func text(_ value: InputValue) -> String {
  func list(_ numbers: [Double]) -> String { numbers.map(short).joined(separator: ",") }
  return switch value {
  case .image: "an image"
  case .number(let number): short(number)
  case .bool(let flag): "\(flag)"
  case .vector(let numbers): numbers.contains { abs($0) > 1e300 } ? "infinite" : list(numbers)
  case .vectors(let vectors): vectors.map(list).joined(separator: " ")
  case .color(let color): list([color.red, color.green, color.blue, color.alpha])
  case .transform(let m): list([m.a, m.b, m.c, m.d, m.tx, m.ty])
  case .text(let text): text
  case .data(let data): "\(data.count) bytes"
  case .colorSpace(let space): space.name
  case .barcode: "a barcode"
  case .calibration: "a camera's calibration"
  case .styledText(let text): text.runs.map(\.text).joined()
  }
}

/// Converts attributes and their objects to JSON values.
private func plain(_ value: Any) -> Any {
  switch value {
  case let members as [String: Any]: members.mapValues(plain)
  case let list as [Any]: list.map(plain)
  case let vector as CIVector: (0..<vector.count).map { Double(vector.value(at: $0)) }
  case let color as CIColor: [Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha)]
  case let map as CGAffineTransform: [map.a, map.b, map.c, map.d, map.tx, map.ty].map { Double($0) }
  case let data as Data: data.base64EncodedString()
  case is CIImage: "image"
  case let space as CGColorSpace: space.space.name
  default: value
  }
}
