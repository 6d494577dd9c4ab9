extension CIImage {
  /// Applies a filter with its defaults.
  public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

  /// Applies a filter. Inputs that `params` does not contain have their defaults.
  ///
  /// An unknown filter and invalid values give the empty image and are logged. ``applyingFilter(checked:parameters:)``
  /// throws instead.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName) else { return .empty() }
    set(params, on: filter)
    return filter.outputImage ?? .empty()
  }

  /// Applies a filter.
  ///
  /// - Throws: `CIFilterError` with filter, key, class and range.
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
