// swift-tools-version: 6.1
import PackageDescription

/// glslang is linked into the build tool, and with the trait `RuntimeKernels` into what compiles an app's kernel texts.
/// All in this order wherever one is wanted: static libraries stand behind those that call them.
let glslangLibraries: [LinkerSetting] = [
  "glslang", "MachineIndependent", "GenericCodeGen", "OSDependent", "OGLCompiler", "SPIRV",
  "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "pthread", "stdc++", "m",
].map { .linkedLibrary($0) }

let package = Package(
  name: "CoreImage",
  products: [
    .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
    // For apps that load libraries of filters: both have to have the same one.
    .library(name: "CoreImageDynamic", type: .dynamic, targets: ["CoreImage"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "IOSurface", targets: ["IOSurface"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "AVKit", targets: ["AVKit"]),
    .library(name: "ImageWindow", targets: ["ImageWindow"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "DrawnImages", targets: ["DrawnImages"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "LayerViews", targets: ["LayerViews"]),
    .library(name: "CairoImage", targets: ["CairoImage"]),
    .library(name: "PixbufImage", targets: ["PixbufImage"]),
    .library(name: "SDLImage", targets: ["SDLImage"]),
    .library(name: "OpenGLImage", targets: ["OpenGLImage"]),
    .executable(name: "citool", targets: ["citool"]),
    .executable(name: "citool-video", targets: ["citool-video"]),
    .executable(name: "cibench", targets: ["cibench"]),
    .plugin(name: "KernelPlugin", targets: ["KernelPlugin"]),
  ],
  traits: [
    .trait(
      name: "RuntimeKernels",
      description: "Kernel texts compile while the app runs: links glslang. Without it, kernels are compiled ahead."),
    .default(enabledTraits: ["RuntimeKernels"]),
  ],
  targets: [
    // What is wanted: recipes, formulas, colour.
    .target(name: "ImageColor"),
    .target(name: "ImageGraph", dependencies: ["ImageColor"]),
    .target(name: "Barcodes", dependencies: ["ImageGraph", "CBarcode"]),
    .target(
      name: "ImageFilters", dependencies: ["ImageGraph", "ImageColor", "Barcodes", "CBarcode", "CDrawing"],
      plugins: ["CataloguePlugin"]),

    // How it is done: passes, plans, the reference, SPIR-V, Vulkan.
    .target(name: "ImagePasses", dependencies: ["ImageGraph", "ImageColor"]),
    .target(name: "ImagePlanning", dependencies: ["ImageGraph", "ImagePasses", "ImageColor"]),
    .target(name: "ImageReference", dependencies: ["ImageGraph", "ImagePasses"]),
    .target(name: "SPIRVInstructions"),
    .target(name: "ImageSPIRV", dependencies: ["ImageGraph", "ImagePasses", "SPIRVInstructions", "CStages"]),
    .target(name: "CompiledShaders", plugins: ["ShaderPlugin"]),
    .target(
      name: "ImageProcessor",
      dependencies: ["ImageGraph", "ImagePasses", "ImagePlanning", "CompiledShaders", "CStages"]),
    .target(
      name: "ImageVulkan",
      dependencies: ["ImageGraph", "ImagePasses", "ImagePlanning", "ImageSPIRV", "CompiledShaders", "CVulkan"]),

    // Kernels of one's own: their texts become GLSL.
    .target(name: "KernelLanguage"),
    .target(name: "KernelBinaries", dependencies: ["KernelLanguage", "SPIRVInstructions"]),
    .target(
      name: "RuntimeCompiler",
      dependencies: ["KernelBinaries", .target(name: "CGlslang", condition: .when(traits: ["RuntimeKernels"]))]),
    .target(
      name: "ImageKernels",
      dependencies: ["ImageGraph", "ImageSPIRV", "KernelBinaries", "KernelLanguage", "RuntimeCompiler"]),

    // Pictures in and out.
    .target(name: "ImageCodecs", dependencies: ["ImageColor", "CCodecs"]),

    // Graphs as pictures.
    .target(name: "Diagrams"),

    // Values that all public modules share, and drawing.
    .target(name: "CoreGraphics", dependencies: ["ImageColor", "ImageGraph", "ImageCodecs", "CDrawing"]),
    .target(name: "_Testing_CoreGraphics", dependencies: ["CoreGraphics"]),

    // Video: planes of codes, memory that processes share, buffers, times.
    .target(name: "ImagePlanes", dependencies: ["ImageColor"]),
    .target(name: "IOSurface", dependencies: ["CoreGraphics", "CIOSurface"]),
    .target(name: "CoreVideo", dependencies: ["CoreGraphics", "IOSurface", "ImagePlanes", "ImageColor"]),
    .target(name: "CoreMedia", dependencies: ["CoreVideo", "CoreGraphics"]),

    // The public face and its tools.
    .target(
      name: "CoreImage",
      dependencies: [
        "CCoreImageModule", "CVulkan", "CoreGraphics", "CoreVideo", "ImagePlanes", "ImageColor", "ImageGraph",
        "Barcodes", "ImageFilters", "ImagePasses", "ImagePlanning", "ImageProcessor", "ImageReference",
        "ImageVulkan", "ImageCodecs", "Diagrams", "ImageKernels", "KernelBinaries", "KernelLanguage", "CompiledShaders",
      ],
      plugins: ["CataloguePlugin"]),
    .target(name: "_Testing_CoreImage", dependencies: ["CoreImage", "_Testing_CoreGraphics"]),
    // Video, by FFmpeg: a product of its own, so that apps without video build none of it.
    .target(
      name: "AVFoundation",
      dependencies: ["CVideo", "CoreImage", "CoreMedia", "ImageGraph", "ImagePlanes", "CoreGraphics", "CoreVideo"]),
    .target(
      name: "ImageWindow",
      dependencies: ["CoreImage", "CVulkan", "CWindow", "ImageGraph", "ImageVulkan", "CoreGraphics"]),
    .target(name: "AVKit", dependencies: ["AVFoundation", "CoreGraphics", "CoreImage", "ImageWindow"]),
    // Picture files by their sources and destinations.
    .target(
      name: "ImageIO", dependencies: ["CoreGraphics", "CoreImage", "ImageCodecs", "ImageColor", "ImageGraph"]),
    // What is drawn as a recipe, in floats.
    .target(name: "DrawnImages", dependencies: ["CoreGraphics", "CoreImage", "ImageColor", "ImageGraph"]),
    // Layers: time as pure functions, and the tree that becomes one recipe a frame.
    .target(name: "LayerTime", dependencies: ["CoreGraphics"]),
    .target(
      name: "QuartzCore",
      dependencies: [
        "CVulkan", "CoreGraphics", "CoreImage", "CoreVideo", "DrawnImages", "ImageColor", "ImageFilters",
        "ImageGraph", "LayerTime",
      ]),
    // Views of layers, in windows and without.
    .target(
      name: "LayerViews",
      dependencies: ["CoreGraphics", "CoreImage", "ImageGraph", "ImageWindow", "LayerTime", "QuartzCore"]),
    // Pictures of other libraries.
    .target(name: "SurfaceImages", dependencies: ["CoreImage", "ImageColor", "ImageGraph", "ImagePlanning"]),
    .target(name: "CairoImage", dependencies: ["CoreImage", "CToolkits", "ImageGraph", "SurfaceImages"]),
    .target(name: "PixbufImage", dependencies: ["CoreImage", "CToolkits", "ImageGraph", "SurfaceImages"]),
    .target(name: "SDLImage", dependencies: ["CoreImage", "CToolkits", "ImageGraph", "SurfaceImages"]),
    .target(name: "OpenGLImage", dependencies: ["COpenGL", "CoreImage", "ImageGraph"]),
    .target(name: "FilterExamples", dependencies: ["CoreImage", "ImageFilters", "ImageGraph"]),
    // What the command line tools have in common.
    .target(
      name: "ToolInterface",
      dependencies: [
        "CoreImage", "ImageCodecs", "ImageColor", "ImageFilters", "ImageGraph", "ImagePlanning", "ImageVulkan",
        "KernelLanguage",
      ]),
    .executableTarget(
      name: "citool",
      dependencies: [
        "CoreImage", "FilterExamples", "ImageColor", "ImageGraph", "ImageFilters", "ImagePasses", "ImagePlanning",
        "ImageVulkan", "ImageCodecs", "ImageWindow", "KernelLanguage", "ToolInterface",
      ],
      plugins: ["CataloguePlugin"]),
    .executableTarget(
      name: "citool-video",
      dependencies: [
        "AVFoundation", "CoreImage", "CoreVideo", "ImageCodecs", "ImageGraph", "QuartzCore", "ToolInterface",
      ]),
    .executableTarget(
      name: "cibench",
      dependencies: [
        "CVulkan", "CoreImage", "CoreVideo", "FilterExamples", "ImageColor", "ImageFilters", "ImageGraph",
        "ImageKernels", "ImagePasses", "ImagePlanning", "ImageProcessor", "ImageVulkan", "KernelBinaries", "QuartzCore",
        "RuntimeCompiler",
      ],
      // Measured as an app's: compiled ahead.
      exclude: ["Exposure.cikernel"], plugins: ["KernelPlugin"]),

    // C where it is needed.
    .target(name: "CVulkan", linkerSettings: [.linkedLibrary("vulkan")]),
    .target(name: "CLibraries", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CCodecs",
      // OpenEXRCore and libheif are looked for at run time.
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("jpeg"), .linkedLibrary("tiff"),
        .linkedLibrary("webp"), .linkedLibrary("webpdemux"), .linkedLibrary("webpmux"), .linkedLibrary("lcms2"),
      ]),
    // FFmpeg is looked for at run time; its headers are needed to use it.
    .target(name: "CVideo", dependencies: ["CLibraries"]),
    // cairo and Pango are looked for at run time.
    .target(name: "CDrawing", dependencies: ["CLibraries"]),
    .target(name: "CIOSurface"),
    // SDL is looked for at run time.
    .target(name: "CWindow", dependencies: ["CLibraries", "CVulkan"]),
    // cairo, GdkPixbuf and SDL are looked for at run time.
    .target(name: "CToolkits", dependencies: ["CLibraries"]),
    // OpenGL is looked for at run time.
    .target(name: "COpenGL", dependencies: ["CVulkan"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CBarcode", linkerSettings: [.linkedLibrary("zint")]),
    .target(name: "CGlslang", linkerSettings: glslangLibraries),
    .systemLibrary(name: "CGlslangInline"),
    .target(name: "CStages", exclude: ["Runtime"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CCoreImageModule"),

    // What runs while the package is built.
    .executableTarget(name: "ShaderCompiler", dependencies: ["CGlslangInline"], linkerSettings: glslangLibraries),
    .executableTarget(name: "StageCompiler", dependencies: ["SPIRVInstructions"]),
    .plugin(name: "ShaderPlugin", capability: .buildTool(), dependencies: ["ShaderCompiler", "StageCompiler"]),
    .executableTarget(name: "KernelBuilder", dependencies: ["KernelBinaries", "KernelLanguage", "CGlslang"]),
    .plugin(name: "KernelPlugin", capability: .buildTool(), dependencies: ["KernelBuilder", "StageCompiler"]),
    .executableTarget(name: "CatalogueCompiler"),
    .plugin(name: "CataloguePlugin", capability: .buildTool(), dependencies: ["CatalogueCompiler"]),

    // Tests: one target for each.
    .target(name: "RandomNumbers", path: "Tests/RandomNumbers"),
    .target(name: "SPIRVTools", path: "Tests/SPIRVTools", linkerSettings: glslangLibraries),
    .target(name: "TestFiles", dependencies: ["SPIRVTools"], path: "Tests/TestFiles"),
    .target(name: "NumberedFilms", dependencies: ["TestFiles"], path: "Tests/NumberedFilms"),
    .target(
      name: "TestSupport",
      dependencies: [
        "ImageGraph", "Barcodes", "ImageFilters", "ImagePasses", "ImagePlanning", "ImageProcessor", "ImageReference",
        "ImageVulkan", "RandomNumbers", "TestFiles", "ImageColor", "CoreVideo", "ImagePlanes",
      ],
      path: "Tests/TestSupport"),
    .target(
      name: "TestContexts", dependencies: ["CoreImage", "ImageGraph", "RandomNumbers", "TestSupport"],
      path: "Tests/TestContexts"),
    .target(name: "FailingVulkan", dependencies: ["CVulkan", "CWindow"], path: "Tests/FailingVulkan"),
    .target(name: "VulkanApp", dependencies: ["CVulkan"], path: "Tests/VulkanApp"),
    .testTarget(name: "ImageColorTests", dependencies: ["ImageColor"]),
    .testTarget(name: "ImageCodecsTests", dependencies: ["ImageCodecs", "RandomNumbers", "TestFiles", "ImageColor"]),
    .testTarget(
      name: "CoreGraphicsTests",
      dependencies: ["CoreGraphics", "_Testing_CoreGraphics", "ImageColor", "ImageGraph", "TestFiles"],
      exclude: ["Resources"]),
    .testTarget(name: "ImagePlanesTests", dependencies: ["ImagePlanes", "ImageColor", "RandomNumbers", "TestFiles"]),
    // The second process of tests.
    .executableTarget(name: "SurfacePeer", dependencies: ["IOSurface"], path: "Tests/SurfacePeer"),
    .target(
      name: "SurfaceProcess", dependencies: ["IOSurface", "SurfacePeer", "TestFiles"], path: "Tests/SurfaceProcess"),
    .testTarget(name: "IOSurfaceTests", dependencies: ["IOSurface", "CIOSurface", "SurfaceProcess"]),
    .testTarget(
      name: "CoreVideoTests",
      dependencies: [
        "CoreVideo", "IOSurface", "ImagePlanes", "RandomNumbers", "SurfacePeer", "TestFiles",
        "_Testing_CoreGraphics", "CoreGraphics",
      ]),
    .testTarget(
      name: "CoreMediaTests",
      dependencies: ["CoreMedia", "RandomNumbers", "TestFiles", "_Testing_CoreGraphics"],
      exclude: ["exact_times.py"]),
    .testTarget(
      name: "AVFoundationTests",
      dependencies: [
        "AVFoundation", "CoreImage", "CoreMedia", "NumberedFilms", "TestFiles", "citool", "citool-video",
        "_Testing_CoreImage",
      ]),
    .testTarget(
      name: "ToolInterfaceTests",
      dependencies: [
        "CoreImage", "ImageColor", "ImageGraph", "RandomNumbers", "TestFiles", "ToolInterface", "citool",
        "_Testing_CoreImage",
      ]),
    // The process that has the window of tests.
    .executableTarget(
      name: "WindowApp", dependencies: ["CVulkan", "CoreImage", "FailingVulkan", "IOSurface", "ImageWindow"],
      path: "Tests/WindowApp"),
    // The same with a player.
    .executableTarget(
      name: "PlayerApp", dependencies: ["AVFoundation", "AVKit", "CoreImage"], path: "Tests/PlayerApp"),
    // The same with layers.
    .executableTarget(
      name: "LayerApp",
      dependencies: ["CVulkan", "CoreGraphics", "CoreImage", "ImageWindow", "LayerViews", "QuartzCore"],
      path: "Tests/LayerApp"),
    .testTarget(
      name: "ImageWindowTests",
      dependencies: [
        "AVFoundation", "CVulkan", "CoreImage", "CoreVideo", "IOSurface", "ImageWindow", "LayerApp", "LayerViews",
        "NumberedFilms", "PlayerApp", "QuartzCore", "SurfaceProcess", "TestFiles", "WindowApp", "citool",
        "CoreGraphics", "_Testing_CoreGraphics", "_Testing_CoreImage",
      ]),
    .testTarget(
      name: "LayerViewsTests",
      dependencies: [
        "CoreGraphics", "CoreImage", "LayerViews", "QuartzCore", "TestFiles", "TestContexts", "TestSupport",
        "_Testing_CoreGraphics", "_Testing_CoreImage",
      ]),
    .testTarget(
      name: "LayerTimeTests", dependencies: ["CoreGraphics", "LayerTime", "RandomNumbers", "_Testing_CoreGraphics"]),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: [
        "CVulkan", "CoreGraphics", "CoreImage", "CoreVideo", "ImageFilters", "ImageGraph", "ImageReference",
        "LayerTime", "QuartzCore", "RandomNumbers", "TestFiles", "TestContexts", "TestSupport", "_Testing_CoreGraphics",
        "_Testing_CoreImage",
      ],
      exclude: ["Resources"]),
    .testTarget(name: "ImageIOTests", dependencies: ["ImageIO", "TestFiles", "TestSupport"]),
    .testTarget(name: "DrawnImagesTests", dependencies: ["DrawnImages", "TestSupport"]),
    .testTarget(
      name: "SurfaceImagesTests",
      dependencies: [
        "CairoImage", "PixbufImage", "SDLImage", "SurfaceImages", "CoreImage", "CToolkits", "ImageGraph",
        "TestSupport", "_Testing_CoreImage",
      ]),
    .testTarget(
      name: "OpenGLImageTests",
      dependencies: [
        "COpenGL", "CoreImage", "ImageGraph", "OpenGLImage", "TestContexts", "TestSupport", "_Testing_CoreImage",
      ]),
    .testTarget(name: "DiagramsTests", dependencies: ["Diagrams"]),
    .testTarget(
      name: "KernelLanguageTests",
      dependencies: ["KernelLanguage", "CGlslang", "TestFiles"], exclude: ["Kernels"]),
    .testTarget(name: "CatalogueCompilerTests", dependencies: ["CatalogueCompiler", "TestFiles"]),
    .testTarget(name: "ImageGraphTests", dependencies: ["ImageGraph", "TestFiles"]),
    .testTarget(
      name: "ImagePassesTests",
      dependencies: [
        "ImagePasses", "ImagePlanning", "ImageFilters", "TestSupport", "ImageColor", "ImageGraph",
        "ImageReference",
      ]),
    .testTarget(
      name: "ImagePlanningTests",
      dependencies: ["ImagePlanning", "ImageFilters", "TestSupport", "ImageColor", "ImageGraph", "ImagePasses"]),
    .testTarget(
      name: "ImageSPIRVTests",
      dependencies: [
        "ImageSPIRV", "CompiledShaders", "KernelLanguage", "CGlslang", "RandomNumbers", "TestFiles",
        "TestSupport", "ImageGraph", "ImagePasses",
      ]),
    .testTarget(
      name: "ImageProcessorTests",
      dependencies: [
        "ImageProcessor", "StageCompiler", "SPIRVInstructions", "CompiledShaders", "CStages", "ImageColor",
        "ImageFilters", "ImageKernels", "ImagePlanning", "ImageSPIRV", "KernelBinaries", "RandomNumbers", "TestSupport",
        "ImageGraph", "ImagePasses", "ImageReference",
      ]),
    .testTarget(
      name: "ImageVulkanTests",
      dependencies: [
        "CoreImage", "CoreVideo", "ImageGraph", "ImagePasses", "ImagePlanning", "ImageVulkan", "TestFiles",
        "TestSupport", "_Testing_CoreImage",
      ]),
    .testTarget(
      name: "VideoColorTests",
      dependencies: ["CoreImage", "CoreVideo", "RandomNumbers", "TestFiles", "TestSupport", "_Testing_CoreImage"]),
    .testTarget(
      name: "ImageReferenceTests",
      dependencies: ["ImageReference", "TestSupport", "ImageGraph", "ImagePasses"]),
    .testTarget(
      name: "ImageFiltersTests",
      dependencies: [
        "ImageColor", "ImageFilters", "RandomNumbers", "TestFiles", "TestSupport", "Barcodes", "CBarcode",
        "ImageGraph", "ImagePasses", "ImageReference",
      ]),
    // What apps bring: kernels, and a device.
    .testTarget(
      name: "AppTests",
      dependencies: [
        "CGlslang", "CVulkan", "CompiledShaders", "CoreImage", "_Testing_CoreImage", "CoreVideo", "FailingVulkan",
        "ImageFilters", "ImageGraph", "ImageKernels", "ImagePasses", "ImagePlanning", "ImageProcessor", "ImageSPIRV",
        "ImageVulkan", "KernelBinaries", "KernelLanguage", "RandomNumbers", "StageCompiler", "TestContexts",
        "TestFiles", "TestSupport", "VulkanApp",
      ]),
    .testTarget(
      name: "CoreImageTests",
      dependencies: [
        "CoreImage", "_Testing_CoreImage", "CoreVideo", "ImageColor", "ImageFilters", "ImageGraph", "ImagePlanes",
        "ImageProcessor", "RandomNumbers", "TestContexts", "TestFiles", "TestSupport", "citool", "cibench",
        "CVulkan", "CoreGraphics", "ImageCodecs", "ImagePasses", "ImagePlanning", "ImageReference", "ImageVulkan",
        "ToolInterface", "_Testing_CoreGraphics",
      ],
      exclude: ["Resources"]),
  ]
)

// What is tested is optimised; what tests it is not, which takes the compiler less time. Only tests may have such
// flags: apps could not depend by version on a product with them.
for target in package.targets where target.type == .test {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
