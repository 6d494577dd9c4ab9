/// A kernel of a text: what it takes, what it needs, and the GLSL that computes it.
package struct Kernel: Hashable, Sendable {
  /// Core Image's classes of kernels.
  package enum Class: String, Sendable {
    /// Pixels at the same place to a pixel.
    case color
    /// A colour kernel of two pixels and nothing else.
    case blend
    /// A place to the place that its pixel comes from.
    case warp
    /// Reads images where it likes.
    case general
  }

  /// Which kind of formula the GLSL function is.
  package enum Form: Hashable, Sendable {
    /// `vec4 name(const vec4 …, const vec2 at, arguments)`: so many pixels, and the place where it is needed.
    case color(inputs: Int)
    /// `vec2 name(const vec2 at, arguments)`
    case warp
    /// `vec4 name(const vec2 at, arguments)`, which reads input n by `readN(point)`.
    case region(inputs: Int)
  }

  package var name: String
  package var language: Language
  package var kernelClass: Class
  /// What an app gives, in this order. The place of the pixel is none of them.
  package var parameters: [Parameter]
  package var needs: Needs
  package var form: Form
  /// The GLSL function's parameters in their order.
  package var slots: [Slot]
  /// Name of the GLSL function. Part of it is a hash of the text, so equal names mean equal functions.
  package var functionName: String
  /// As glslang writes it, for example `zebra(vf4;vf2;f1;`.
  package var mangledName: String
  /// The function and those that it calls, for a shader in which `readN` are declared.
  package var glsl: String
  /// Where the kernel starts in its text.
  package var line: Int

  package init(
    name: String, language: Language, kernelClass: Class, parameters: [Parameter], needs: Needs, form: Form,
    slots: [Slot], functionName: String, mangledName: String, glsl: String, line: Int
  ) {
    (self.name, self.language, self.kernelClass, self.parameters) = (name, language, kernelClass, parameters)
    (self.needs, self.form, self.slots) = (needs, form, slots)
    (self.functionName, self.mangledName, self.glsl, self.line) = (functionName, mangledName, glsl, line)
  }

  /// The parameters that are images, in their order: input n of the formula is the n-th of them.
  package var images: [Parameter] { parameters.filter(\.type.isImage) }

  /// What is told of each loop whose rounds the text does not tell: whether it was ended from outside. Does nothing;
  /// kernels on a device note it. See `FormulaCode.tellsOpenLoops`.
  static let unfinished = "ci_unfinished"
  /// The same as glslang writes it.
  package static let unfinishedFunction = unfinished + "(b1;"
}

extension Kernel {
  /// What an app gives to a kernel.
  package struct Parameter: Hashable, Sendable {
    package enum ParameterType: Hashable, Sendable {
      /// An image that is read at points.
      case sampler
      /// The same, neither colour matched nor moved.
      case table
      /// The image's pixel at the place of the one that is made.
      case sample
      /// A colour, premultiplied and in the working space.
      case color
      /// So many floats.
      case floats(Int)
      case ints(Int)
      case uints(Int)
      case bool
      /// Bytes, as elements of this layout.
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
    /// As it is spelled in the text.
    package var spelling: String

    package init(name: String, type: ParameterType, spelling: String) {
      (self.name, self.type, self.spelling) = (name, type, spelling)
    }
  }

  /// What a kernel asks for beside its arguments.
  package struct Needs: Hashable, Sendable {
    package struct Image: OptionSet, Hashable, Sendable {
      package let rawValue: Int
      package init(rawValue: Int) { self.rawValue = rawValue }

      /// The pixel at the place of the one that is made.
      package static let ownPixel = Image(rawValue: 1)
      /// Pixels at other points.
      package static let points = Image(rawValue: 2)
      package static let extent = Image(rawValue: 4)
      package static let transform = Image(rawValue: 8)
      /// One component of the four pixels around a point.
      package static let gather = Image(rawValue: 16)
    }

    /// Where the pixel is that is made.
    package var destination = false
    /// One for each image.
    package var images: [Image] = []
    /// It makes blocks of two by two pixels at once.
    package var groupDestination = false
    /// It has loops whose rounds the text does not tell; they end at `Limits.loopRounds`.
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
    /// The pixel of an image, by number among the images.
    case pixel(image: Int)
    case position
    /// An argument, or one number of it.
    case argument(parameter: Int, component: Int?, kind: Kind)
    /// x, y, width and height of an image in working space.
    case extent(image: Int)
    /// A row of the affine map from working space to the sampler's.
    case transformX(image: Int)
    case transformY(image: Int)
    /// The corner that blocks of two by two are counted from.
    case blockOrigin
    /// How many elements the bytes of a parameter are.
    case elementCount(parameter: Int)

    package enum Kind: String, Hashable, Sendable {
      case float, vec2, vec3, vec4, int

      /// How many numbers it has.
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
  /// How the parameter stands in a compiled function's name.
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
