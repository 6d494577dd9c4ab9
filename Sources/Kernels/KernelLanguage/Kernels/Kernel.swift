/// A compiled kernel: its parameters, its requirements, and its GLSL function.
package struct Kernel: Hashable, Sendable {
  /// The kernel classes of Core Image.
  package enum Class: String, Sendable {
    /// Computes a pixel from the pixels at the same position of its images.
    case color
    /// A colour kernel of exactly two pixels.
    case blend
    /// Maps the position of an output pixel to the position from which it is read.
    case warp
    /// Reads its images at arbitrary positions.
    case general
  }

  /// The form of the GLSL function.
  package enum Form: Hashable, Sendable {
    /// `vec4 name(const vec4 …, const vec2 at, arguments)`: `inputs` pixels, and the position if it is required.
    case color(inputs: Int)
    /// `vec2 name(const vec2 at, arguments)`
    case warp
    /// `vec4 name(const vec2 at, arguments)`, which reads input n with `readN(point)`.
    case region(inputs: Int)
  }

  package var name: String
  package var language: Language
  package var kernelClass: Class
  /// The arguments that an app passes, in order. The destination is not among them.
  package var parameters: [Parameter]
  package var needs: Needs
  package var form: Form
  /// The parameters of the GLSL function, in order.
  package var slots: [Slot]
  /// The name of the GLSL function. It contains a hash of the source, so equal names mean equal functions.
  package var functionName: String
  /// The name as glslang mangles it, for example `zebra(vf4;vf2;f1;`.
  package var mangledName: String
  /// The GLSL source of the function and its callees, for a shader in which the `readN` functions are declared.
  package var glsl: String
  /// The line of the kernel in its source, from 1.
  package var line: Int

  package init(
    name: String, language: Language, kernelClass: Class, parameters: [Parameter], needs: Needs, form: Form,
    slots: [Slot], functionName: String, mangledName: String, glsl: String, line: Int
  ) {
    (self.name, self.language, self.kernelClass, self.parameters) = (name, language, kernelClass, parameters)
    (self.needs, self.form, self.slots) = (needs, form, slots)
    (self.functionName, self.mangledName, self.glsl, self.line) = (functionName, mangledName, glsl, line)
  }

  /// The image parameters, in order. Input n of the formula is the n-th of them.
  package var images: [Parameter] { parameters.filter(\.type.isImage) }

  /// The GLSL function that is called after each loop without a known iteration count. Its argument is whether the
  /// loop did not end normally. It does nothing by default; kernels on a device record it. See
  /// `FormulaCode.reportsOpenLoops`.
  static let unfinished = "ci_unfinished"
  /// The mangled name of `unfinished`, as glslang writes it.
  package static let unfinishedFunction = unfinished + "(b1;"
}

extension Kernel {
  /// A parameter of a kernel, which an app sets.
  package struct Parameter: Hashable, Sendable {
    package enum ParameterType: Hashable, Sendable {
      /// An image that is sampled at arbitrary points.
      case sampler
      /// A sampler without colour matching and transform.
      case table
      /// The image's pixel at the position of the output pixel.
      case sample
      /// A colour, premultiplied and in the working space.
      case color
      /// A float, or a vector of this many floats.
      case floats(Int)
      case ints(Int)
      case uints(Int)
      case bool
      /// Bytes with elements of this layout.
      case data(DataLayout)

      package var isImage: Bool {
        switch self {
        case .sampler, .table, .sample: true
        default: false
        }
      }
    }

    package var name: String
    package var type: ParameterType
    /// The type as the language spells it.
    package var spelling: String

    package init(name: String, type: ParameterType, spelling: String) {
      (self.name, self.type, self.spelling) = (name, type, spelling)
    }
  }

  /// The inputs that a kernel requires in addition to its arguments.
  package struct Needs: Hashable, Sendable {
    package struct Image: OptionSet, Hashable, Sendable {
      package let rawValue: Int
      package init(rawValue: Int) { self.rawValue = rawValue }

      /// The pixel at the position of the output pixel.
      package static let ownPixel = Image(rawValue: 1)
      /// Pixels at other positions.
      package static let points = Image(rawValue: 2)
      package static let extent = Image(rawValue: 4)
      package static let transform = Image(rawValue: 8)
      /// A component of the four pixels around a point.
      package static let gather = Image(rawValue: 16)
    }

    /// Whether the kernel requires the position of the output pixel.
    package var destination = false
    /// The requirements of each image.
    package var images: [Image] = []
    /// Whether the kernel computes blocks of two by two pixels at once.
    package var groupDestination = false
    /// Whether the kernel has loops without a known iteration count; they end at `Limits.loopIterations`.
    package var openLoops = false

    package init(
      destination: Bool = false, images: [Image] = [], groupDestination: Bool = false, openLoops: Bool = false
    ) {
      (self.destination, self.images) = (destination, images)
      (self.groupDestination, self.openLoops) = (groupDestination, openLoops)
    }
  }

  /// A parameter of the GLSL function.
  package enum Slot: Hashable, Sendable {
    /// The pixel of an image, by index among the images.
    case pixel(image: Int)
    case position
    /// An argument, or one component of it.
    case argument(parameter: Int, component: Int?, kind: Kind)
    /// x, y, width and height of an image, in working space.
    case extent(image: Int)
    /// A row of the affine transform from working space to the sampler's space.
    case transformX(image: Int)
    case transformY(image: Int)
    /// The corner at which the blocks of two by two pixels begin.
    case blockOrigin
    /// The number of elements of a data parameter.
    case elementCount(parameter: Int)

    package enum Kind: String, Hashable, Sendable {
      case float, vec2, vec3, vec4, int

      /// The number of components.
      package var count: Int {
        switch self {
        case .float, .int: 1
        case .vec2: 2
        case .vec3: 3
        case .vec4: 4
        }
      }
    }

    package var kind: Kind {
      switch self {
      case .pixel, .extent: .vec4
      case .position, .blockOrigin: .vec2
      case .argument(_, _, let kind): kind
      case .transformX, .transformY: .vec3
      case .elementCount: .int
      }
    }
  }
}

extension Kernel.Slot.Kind {
  /// The parameter's code in a mangled function name.
  var mangled: String {
    switch self {
    case .float: "f1;"
    case .vec2: "vf2;"
    case .vec3: "vf3;"
    case .vec4: "vf4;"
    case .int: "i1;"
    }
  }

  static func floats(_ count: Int) -> Self { [.float, .vec2, .vec3, .vec4][count - 1] }
}
