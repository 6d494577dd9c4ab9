extension KernelPrinter {
  /// Returns the GLSL of a function that reads an image or data.
  func text(of reader: FunctionPrinter.Reader) -> String {
    switch reader {
    // Counter-clockwise from the lower left.
    case .gather(let image, let component):
      """
      vec4 ci_gather\(image)\(Array("xyzw")[component])(const vec2 at) {
          vec2 low = floor(at - 0.5) + 0.5;
          return vec4(read\(image)(low)[\(component)], read\(image)(low + vec2(1.0, 0.0))[\(component)],
                      read\(image)(low + 1.0)[\(component)], read\(image)(low + vec2(0.0, 1.0))[\(component)]);
      }

      """
    case .data(let input):
      """
      float ci_data\(input)(const int number) {
          int pixel = number / 4;
          vec2 place = vec2(float(pixel % \(DataLayout.pixelsPerRow)), float(pixel / \(DataLayout.pixelsPerRow)));
          return read\(input)(place + 0.5)[number % 4];
      }

      """
    }
  }
}
