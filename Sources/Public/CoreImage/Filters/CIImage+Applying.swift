extension CIImage {
  /// The image through a filter with its defaults.
  public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

  /// The image through a filter; inputs that `params` does not name have their defaults.
  ///
  /// An unknown filter, and values that the filter cannot use, give the empty image and a line in the log.
  /// ``applyingFilter(checked:parameters:)`` says why as an error.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName) else { return .empty() }
    set(params, on: filter)
    return filter.outputImage ?? .empty()
  }

  /// The image through a filter.
  ///
  /// - Throws: `CIFilterError`, which names filter, key, class and range.
  public func applyingFilter(checked filterName: String, parameters params: [String: Any] = [:])
    throws(CIFilterError) -> CIImage
  {
    let filter = try CIFilter(checked: filterName)
    set(params, on: filter)
    return try filter.checkedOutputImage()
  }

  private func set(_ params: [String: Any], on filter: CIFilter) {
    if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(self, forKey: kCIInputImageKey) }
    for (key, value) in params { filter.setValue(value, forKey: key) }
  }
}
