import KernelLanguage

extension Kernel {
  /// Whether all indices of the description are in range, and its class, form and parameters are consistent.
  var isValid: Bool {
    let imageCount = images.count
    guard imageCount <= Limits.images, parameters.count <= Limits.parameters, needs.images.count == imageCount else {
      return false
    }
    guard (kernelClass == .warp) == (form == .warp) else { return false }
    let dataCount = parameters.count { if case .data = $0.type { true } else { false } }
    switch form {
    case .color(let inputs): guard inputs == imageCount, dataCount == 0 else { return false }
    case .warp: guard imageCount == 0 else { return false }
    case .region(let inputs): guard inputs == imageCount + dataCount, inputs <= 9 else { return false }
    }
    let pixels = slots.prefix { if case .pixel = $0 { true } else { false } }.count
    if case .color(let inputs) = form, pixels != inputs { return false }
    if case .color = form {} else if pixels > 0 || slots.first != .position { return false }
    return slots.enumerated().allSatisfy { number, slot in
      switch slot {
      case .pixel(let image): number < pixels && image == number
      case .position: number == pixels
      case .extent(let image), .transformX(let image), .transformY(let image): (0..<imageCount).contains(image)
      case .blockOrigin: true
      case .elementCount(let parameter): parameters.indices.contains(parameter)
      case .argument(let parameter, let component, let kind):
        parameters.indices.contains(parameter) && parameters[parameter].fits(component, kind)
      }
    } && parameters.allSatisfy(\.isValid)
  }
}

extension Kernel.Parameter {
  /// Returns whether the argument has this component, or as many components as a vector of this kind.
  fileprivate func fits(_ component: Int?, _ kind: Kernel.Slot.Kind) -> Bool {
    let count =
      switch type {
      case .floats(let count), .ints(let count), .uints(let count): count
      case .color: 4
      case .bool: 1
      case .sampler, .table, .sample, .data: 0
      }
    if let component { return (0..<count).contains(component) && (kind == .int || kind == .float) }
    return kind == .int ? count == 1 : kind.count == count
  }

  fileprivate var isValid: Bool {
    switch type {
    case .floats(let count), .ints(let count), .uints(let count): (1...4).contains(count)
    case .data(let layout):
      layout.stride > 0 && !layout.components.isEmpty && layout.components.count <= 1 << 16
        && layout.components.allSatisfy { $0.offset >= 0 && $0.offset <= layout.stride - $0.storage.byteCount }
    case .sampler, .table, .sample, .color, .bool: true
    }
  }
}
