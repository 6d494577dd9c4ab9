extension Schedule: CustomStringConvertible {
  /// The images, then the dispatches with their programs, in order.
  package var description: String {
    let images = self.images.enumerated().map { "image \($0)  \($1)" }
    let dispatches = self.dispatches.enumerated().map { index, dispatch in
      let inputs = dispatch.inputs.map { "image \($0)" }.joined(separator: ", ")
      return "dispatch \(index)  \(dispatch.region) -> image \(dispatch.output)"
        + (inputs.isEmpty ? "" : "  reads \(inputs)") + "\n  "
        + dispatch.program.description.replacing("\n", with: "\n  ")
    }
    return (images + dispatches).joined(separator: "\n")
  }
}

extension Schedule.Image: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .source(let source): "source \(source.label) \(region) \(source.formatText)"
    case .intermediate: "intermediate \(region) \(store.map { "\($0)" } ?? "")"
    case .cached: "intermediate \(region) \(store.map { "\($0)" } ?? "") from cache"
    case .output: "output \(region) \(store.map { "\($0)" } ?? "")"
    case .counters(let bins): "counters of \(bins) bins"
    }
  }
}
