import ImageGraph
import KernelLanguage
import KernelModules

/// Recipe steps of app kernels.
extension AppKernel {
  /// The region of interest of input n for an output rectangle, both in working space.
  package typealias Region = @Sendable (_ input: Int, _ output: UserRect) -> UserRect

  /// Returns a step that computes the kernel.
  ///
  /// A kernel of any class that reads only pixels at its own position becomes a colour step. Its `region` is not
  /// called, and it fuses with adjacent steps.
  ///
  /// - Parameters:
  ///   - values: the arguments, in the order of the parameters; the caller has validated them.
  ///   - extent: the extent of the result.
  ///   - image: the image that a warp samples; nil for other kernels.
  ///   - region: called when tiles are planned, on any thread.
  /// - Throws: `refused`, see `KernelBytes` and `compiled`.
  package func step(
    _ values: [KernelValue], extent: Extent, image: KernelImage? = nil,
    region: @escaping Region
  ) throws(KernelProblem) -> Node {
    if extent == .empty { return .empty }
    let images = values.compactMap { if case .image(let image) = $0 { image } else { nil } }
    let compiled = try compiled(options(for: images))
    var bytes: [Int: KernelBytes] = [:]
    for (number, (parameter, value)) in zip(kernel.parameters, values).enumerated() {
      guard case .data(let layout) = parameter.type, case .data(let data) = value else { continue }
      bytes[number] = try KernelBytes(data, layout, kernel, parameter.name)
    }
    let arguments = compiled.kernel.slots.compactMap {
      argument($0, values, images, counts: bytes.mapValues(\.count), extent)
    }
    if let formula = compiled.color {
      // A result with the extent of its first image is a step of a chain.
      let rule: ExtentRule = images.first?.node.extent == extent ? .first : .stated(extent)
      return Node(.formula(formula, arguments, rule), images.map(\.node))
    }
    if let representative = compiled.warp {
      guard let image else { throw .refused("kernel \(kernel.name) is a warp: it requires an image") }
      let formula = WarpFormula(
        kernel: kernel.name, kinds: compiled.kinds, code: compiled.code, representative: representative,
        region: { region(0, $0) }, extent: extent)
      let sampling: Sampling = image.isNearest ? .nearest : image.node.sampling == .nearest ? .nearest : .linear
      return Node(.warp(formula, arguments, sampling), [image.node])
    }
    guard let representative = compiled.region, kernel.kernelClass != .warp else {
      throw .refused("kernel \(kernel.name) is a warp that reads data; pass it as scalars and vectors, or as an image")
    }
    let mixed = images.indices.filter { samplesBetweenPixels($0, images[$0]) }
    let inputs = images.enumerated().map { mixed.contains($0) ? $1.node.betweenPixels : $1.node }
    let sources = bytes.sorted { $0.key < $1.key }.map(\.value.source)
    return Node(
      .region(
        RegionFormula(
          kernel: kernel.name, inputs: images.count + sources.count, kinds: compiled.kinds, code: compiled.code,
          representative: representative,
          taps: MeasuredReads(compiled, at: extent).count,
          region: regions(images, mixed, sources, region), extent: extent), arguments),
      inputs + sources.map { Node.source($0) })
  }

  /// Returns whether the kernel reads interpolated pixels of an image; GLSL kernels interpolate in their code.
  private func samplesBetweenPixels(_ number: Int, _ image: KernelImage) -> Bool {
    kernel.language != .glsl && kernel.needs.images[number].contains(.points) && !image.isNearest
  }

  private func options(for images: [KernelImage]) -> PrintOptions {
    guard kernel.language != .glsl, kernel.kernelClass == .general else { return PrintOptions() }
    var options = PrintOptions()
    for (number, (parameter, image)) in zip(kernel.images, images).enumerated()
    where parameter.type != .sample && image.map != nil {
      options.transformed.insert(number)
    }
    return options
  }

  /// Returns the region of interest of each input: of images, the rectangle of the app's callback, in their own space
  /// and outset for interpolation; of data, all of it.
  ///
  /// - Parameter mixed: the images that an earlier step interpolates, which reads the neighbours itself.
  private func regions(
    _ images: [KernelImage], _ mixed: [Int], _ sources: [Source], _ region: @escaping Region
  ) -> @Sendable (Int, UserRect) -> UserRect {
    let maps = images.map { $0.map?.inverse }
    // An invocation computes a block of two by two pixels, even if a tile needs only a part of it.
    let margin: Double = kernel.needs.groupDestination ? 1 : 0
    return { input, output in
      guard input < maps.count else { return sources[input - maps.count].rect }
      let read = region(input, output.outset(by: margin))
      if read.isEmpty { return .nothing }
      return (maps[input].map { $0.apply(read) } ?? read).outset(by: mixed.contains(input) ? 0.01 : 0.51)
    }
  }

  /// Returns the argument of a parameter of the GLSL function; nil for parameters that differ between pixels.
  private func argument(
    _ slot: Kernel.Slot, _ values: [KernelValue], _ images: [KernelImage], counts: [Int: Int], _ extent: Extent
  ) -> Argument? {
    switch slot {
    case .pixel, .position: return nil
    case .argument(let parameter, let component, let kind):
      switch values[parameter] {
      case .color(let components): return .color(ColorArgument(components, .premultiplied))
      case .numbers(let numbers):
        let isUnsigned = if case .uints = kernel.parameters[parameter].type { true } else { false }
        return Argument(numbers, component, kind, isUnsigned: isUnsigned)
      case .image, .data: return nil
      }
    case .extent(let image):
      guard let rect = images[image].extent.rect, rect.isFinite else {
        let isEmpty = images[image].extent == .empty
        // Beyond the range in which a float distinguishes adjacent pixels.
        let far = Float(1 << 30)
        return .float4(isEmpty ? .zero : [-far, -far, 2 * far, 2 * far])
      }
      return .float4([Float(rect.min.x), Float(rect.min.y), Float(rect.width), Float(rect.height)])
    case .transformX(let image):
      let map = images[image].map?.inverse ?? .identity
      return .float3([Float(map.a), Float(map.c), Float(map.tx)])
    case .transformY(let image):
      let map = images[image].map?.inverse ?? .identity
      return .float3([Float(map.b), Float(map.d), Float(map.ty)])
    case .blockOrigin:
      guard let rect = extent.rect, rect.isFinite else { return .float2(.zero) }
      return .float2([Float(rect.pixels.min.x), Float(rect.pixels.min.y)])
    case .elementCount(let parameter): return .int(Int32(clamping: counts[parameter] ?? 0))
    }
  }
}

extension Argument {
  /// Creates an argument from an app's numbers, or from one component of them.
  fileprivate init(_ numbers: [Double], _ component: Int?, _ kind: Kernel.Slot.Kind, isUnsigned: Bool) {
    func float(_ index: Int) -> Float { Float(numbers[index]) }
    switch kind {
    case .float: self = .float(float(component ?? 0))
    case .vec2: self = .float2([float(0), float(1)])
    case .vec3: self = .float3([float(0), float(1), float(2)])
    case .vec4: self = .float4([float(0), float(1), float(2), float(3)])
    case .int:
      let number = numbers[component ?? 0]
      let whole = number.isNaN ? 0 : min(max(number.rounded(.towardZero), -0x1p31), 0x1p32 - 1)
      let bits =
        isUnsigned || whole >= 0x1p31 ? UInt32(max(whole, 0)) : UInt32(bitPattern: Int32(whole))
      self = .int(isUnsigned ? Int32(bitPattern: bits) : Int32(clamping: Int64(whole)))
    }
  }
}
