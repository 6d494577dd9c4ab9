// swift-tools-version: 6.1
import PackageDescription

/// glslang is linked into the shader compiler of the build and, with the trait `RuntimeKernels`, into apps that compile
/// kernel source. The order matters: a static library comes after the libraries that call it.
let glslangLibraries: [LinkerSetting] = [
  "glslang", "MachineIndependent", "GenericCodeGen", "OSDependent", "OGLCompiler", "SPIRV",
  "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "pthread", "stdc++", "m",
].map { .linkedLibrary($0) }

/// The targets of one folder of `Sources`, in the order in which data passes through them.
func sources(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "Sources/\(folder)/\(target.name)" }
  return targets
}

/// The targets of one folder of `Tests`, compiled without optimization. The code under test is optimized. Only tests
/// may have unsafe flags: an app could not depend by version on a product with them.
func tests(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    target.path = "Tests/\(folder)/\(target.name)"
    guard target.type == .test else { continue }
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }
  return targets
}

let package = Package(
  name: "CoreImage",
  products: [
    .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
    // For apps that load filters from shared libraries: the app and its plug-ins link the same copy.
    .library(name: "CoreImageDynamic", type: .dynamic, targets: ["CoreImage"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "IOSurface", targets: ["IOSurface"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "AVKit", targets: ["AVKit"]),
    .library(name: "ImageWindow", targets: ["ImageWindow"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "DrawingRecipes", targets: ["DrawingRecipes"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "LayerViews", targets: ["LayerViews"]),
    .library(name: "ToolkitImages", targets: ["ToolkitImages"]),
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
    // What apps import: Apple's modules, and this package's windows and views.
    sources(
      "Public",
      [
        .target(name: "CoreGraphics", dependencies: ["CDrawing", "ImageCodecs", "ImageColor", "ImageGraph"]),
        .target(name: "_Testing_CoreGraphics", dependencies: ["CoreGraphics"]),
        .target(name: "IOSurface", dependencies: ["CIOSurface", "CoreGraphics"]),
        .target(name: "CoreVideo", dependencies: ["CoreGraphics", "ImageColor", "IOSurface", "PixelFormats"]),
        .target(name: "CoreMedia", dependencies: ["CoreGraphics", "CoreVideo"]),
        .target(
          name: "CoreImage",
          dependencies: [
            "Barcodes", "CCoreImageModule", "CompiledShaders", "CoreGraphics", "CoreVideo", "CVulkan", "Diagrams",
            "ImageCodecs", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning", "ImagePrograms",
            "KernelFormulas", "KernelLanguage", "KernelModules", "PixelFormats", "ProcessorEngine", "ReferenceEngine",
            "VulkanEngine",
          ],
          plugins: ["CataloguePlugin"]),
        .target(name: "_Testing_CoreImage", dependencies: ["_Testing_CoreGraphics", "CoreImage"]),
        .target(
          name: "ImageIO", dependencies: ["CoreGraphics", "CoreImage", "ImageCodecs", "ImageColor", "ImageGraph"]),
        // Core Graphics drawing as recipes, in floating point.
        .target(name: "DrawingRecipes", dependencies: ["CoreImage", "ImageColor", "ImageGraph"]),
        // Timing, interpolation and transforms of animations, as pure functions.
        .target(name: "AnimationMath", dependencies: ["CoreGraphics"]),
        .target(
          name: "QuartzCore",
          dependencies: [
            "AnimationMath", "CoreGraphics", "CoreImage", "CoreVideo", "CVulkan", "DrawingRecipes", "ImageColor",
            "ImageFilters", "ImageGraph",
          ]),
        // Windows that show what a context renders.
        .target(
          name: "ImageWindow", dependencies: ["CoreGraphics", "CoreImage", "CVulkan", "CWindow", "VulkanEngine"]),
        .target(
          name: "LayerViews",
          dependencies: ["CoreGraphics", "CoreImage", "ImageGraph", "ImageWindow", "QuartzCore"]),
        // Video through FFmpeg. A product of its own, so that apps without video do not build it.
        .target(
          name: "AVFoundation",
          dependencies: [
            "CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo", "CVideo", "ImageGraph", "PixelFormats",
          ]),
        .target(name: "AVKit", dependencies: ["AVFoundation", "CoreGraphics", "CoreImage", "ImageWindow"]),
      ]),
    // The filter catalogue.
    sources(
      "Filters",
      [
        .target(
          name: "ImageFilters",
          dependencies: ["Barcodes", "CBarcode", "CDrawing", "ImageColor", "ImageGraph"],
          plugins: ["CataloguePlugin"]),
        .target(name: "Barcodes", dependencies: ["CBarcode", "ImageGraph"]),
        .target(name: "FilterExamples", dependencies: ["CoreImage", "ImageFilters", "ImageGraph"]),
      ]),
    // From a recipe to programs and a plan.
    sources(
      "Recipes",
      [
        .target(name: "ImageGraph", dependencies: ["ImageColor", "PixelFormats"]),
        .target(name: "ImagePasses", dependencies: ["ImageColor", "ImageGraph"]),
        .target(name: "ImagePrograms", dependencies: ["ImageGraph", "PixelFormats"]),
        .target(
          name: "ImagePlanning",
          dependencies: ["ImageColor", "ImageGraph", "ImagePasses", "ImagePrograms", "PixelFormats"]),
      ]),
    // What runs programs: the reference, native code on the processor, SPIR-V on Vulkan.
    sources(
      "Engines",
      [
        .target(name: "ReferenceEngine", dependencies: ["ImageGraph", "ImagePasses", "ImagePrograms", "PixelFormats"]),
        .target(
          name: "ProcessorEngine",
          dependencies: ["CompiledShaders", "CStages", "ImageGraph", "ImagePasses", "ImagePlanning", "ImagePrograms"]),
        .target(
          name: "ImageSPIRV",
          dependencies: ["CStages", "ImageGraph", "ImagePasses", "ImagePrograms", "SPIRVInstructions"]),
        .target(name: "SPIRVInstructions"),
        .target(name: "CompiledShaders", plugins: ["ShaderPlugin"]),
        .target(
          name: "VulkanEngine",
          dependencies: [
            "CompiledShaders", "CVulkan", "ImageGraph", "ImagePasses", "ImagePlanning", "ImagePrograms", "PixelFormats",
            "ImageSPIRV",
          ]),
      ]),
    // An app's own kernels: from source text to formulas.
    sources(
      "Kernels",
      [
        .target(name: "KernelLanguage"),
        .target(
          name: "KernelModules",
          dependencies: [
            "KernelLanguage", "SPIRVInstructions",
            .target(name: "CGlslang", condition: .when(traits: ["RuntimeKernels"])),
          ]),
        .target(name: "KernelFormulas", dependencies: ["ImageGraph", "ImageSPIRV", "KernelLanguage", "KernelModules"]),
      ]),
    // What the numbers of a pixel mean.
    sources(
      "Color",
      [
        .target(name: "ImageColor"),
        .target(name: "PixelFormats", dependencies: ["ImageColor"]),
      ]),
    // Image files and diagrams.
    sources(
      "Files",
      [
        .target(name: "ImageCodecs", dependencies: ["CCodecs", "ImageColor"]),
        .target(name: "Diagrams"),
      ]),
    // Images of other libraries.
    sources(
      "Toolkits",
      [
        // Surfaces of cairo, GdkPixbuf and SDL.
        .target(
          name: "ToolkitImages",
          dependencies: ["CoreImage", "CToolkits", "ImageColor", "ImageGraph", "ImagePlanning"]),
        .target(name: "OpenGLImage", dependencies: ["COpenGL", "CoreImage", "ImageGraph"]),
      ]),
    // Programs.
    sources(
      "Tools",
      [
        .target(
          name: "CommandLineSupport",
          dependencies: [
            "CoreImage", "ImageCodecs", "ImageColor", "ImageFilters", "ImageGraph", "ImagePlanning", "KernelLanguage",
            "VulkanEngine",
          ]),
        .executableTarget(
          name: "citool",
          dependencies: [
            "CommandLineSupport", "CoreImage", "FilterExamples", "ImageCodecs", "ImageColor", "ImageFilters",
            "ImageGraph", "ImageWindow", "VulkanEngine",
          ],
          plugins: ["CataloguePlugin"]),
        .executableTarget(
          name: "citool-video",
          dependencies: [
            "AVFoundation", "CommandLineSupport", "CoreImage", "CoreVideo", "ImageCodecs", "ImageGraph", "QuartzCore",
          ]),
        .executableTarget(
          name: "cibench",
          dependencies: [
            "CoreImage", "CoreVideo", "CVulkan", "FilterExamples", "ImageFilters", "ImageGraph", "ImagePasses",
            "ImagePlanning", "KernelFormulas", "KernelModules", "ProcessorEngine", "QuartzCore", "VulkanEngine",
          ],
          exclude: ["Exposure.cikernel"],
          plugins: ["KernelPlugin"]),
      ]),
    // What runs while the package is built.
    sources(
      "BuildTools",
      [
        .executableTarget(name: "ShaderCompiler", dependencies: ["CGlslangInline"], linkerSettings: glslangLibraries),
        .executableTarget(name: "StageCompiler", dependencies: ["SPIRVInstructions"]),
        .executableTarget(name: "KernelBuildTool", dependencies: ["CGlslang", "KernelLanguage", "KernelModules"]),
        .executableTarget(name: "CatalogueCompiler"),
      ]),
    // C, where it is needed.
    sources(
      "Native",
      [
        .target(name: "CVulkan", linkerSettings: [.linkedLibrary("vulkan")]),
        .target(name: "CDynamicLoading", linkerSettings: [.linkedLibrary("dl")]),
        .target(
          name: "CCodecs",
          linkerSettings: [
            .linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("jpeg"), .linkedLibrary("tiff"),
            .linkedLibrary("webp"), .linkedLibrary("webpdemux"), .linkedLibrary("webpmux"), .linkedLibrary("lcms2"),
          ]),
        // FFmpeg is loaded at run time; the build needs its headers.
        .target(name: "CVideo", dependencies: ["CDynamicLoading"]),
        // cairo and Pango are loaded at run time.
        .target(name: "CDrawing", dependencies: ["CDynamicLoading"]),
        .target(name: "CIOSurface"),
        // SDL is loaded at run time.
        .target(name: "CWindow", dependencies: ["CDynamicLoading", "CVulkan"]),
        // cairo, GdkPixbuf and SDL are loaded at run time.
        .target(name: "CToolkits", dependencies: ["CDynamicLoading"]),
        // OpenGL is loaded at run time.
        .target(name: "COpenGL", dependencies: ["CVulkan"], linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CBarcode", linkerSettings: [.linkedLibrary("zint")]),
        .target(name: "CGlslang", linkerSettings: glslangLibraries),
        .systemLibrary(name: "CGlslangInline"),
        .target(name: "CStages", exclude: ["Runtime"], linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CCoreImageModule"),
      ]),
    // Tests, in the same order.
    tests(
      "Public",
      [
        .testTarget(
          name: "CoreGraphicsTests",
          dependencies: ["_Testing_CoreGraphics", "CoreGraphics", "TestFiles"],
          exclude: ["Resources"]),
        .testTarget(name: "IOSurfaceTests", dependencies: ["CIOSurface", "IOSurface", "SurfaceProcess"]),
        .testTarget(
          name: "CoreVideoTests",
          dependencies: [
            "_Testing_CoreGraphics", "CoreGraphics", "CoreVideo", "PixelFormats", "RandomNumbers", "SurfacePeer",
            "TestFiles",
          ]),
        .testTarget(
          name: "CoreMediaTests",
          dependencies: ["_Testing_CoreGraphics", "CoreMedia", "RandomNumbers", "TestFiles"],
          exclude: ["exact_times.py"]),
        .testTarget(
          name: "CoreImageTests",
          dependencies: [
            "_Testing_CoreGraphics", "_Testing_CoreImage", "cibench", "citool", "CommandLineSupport", "CoreGraphics",
            "CoreImage", "CoreVideo", "ImageCodecs", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses",
            "ImagePlanning", "PixelFormats", "ProcessorEngine", "RandomNumbers", "ReferenceEngine", "TestContexts",
            "TestFiles", "TestSupport", "VulkanEngine",
          ],
          exclude: ["Resources"]),
        .testTarget(name: "ImageIOTests", dependencies: ["ImageIO", "TestFiles"]),
        .testTarget(name: "DrawingRecipesTests", dependencies: ["DrawingRecipes", "TestSupport"]),
        .testTarget(
          name: "AnimationMathTests",
          dependencies: ["_Testing_CoreGraphics", "AnimationMath", "CoreGraphics", "RandomNumbers"]),
        .testTarget(
          name: "QuartzCoreTests",
          dependencies: [
            "_Testing_CoreGraphics", "_Testing_CoreImage", "AnimationMath", "CoreGraphics", "CoreImage", "CoreVideo",
            "CVulkan", "ImageFilters", "ImageGraph", "QuartzCore", "RandomNumbers", "ReferenceEngine", "TestContexts",
            "TestFiles", "TestSupport",
          ],
          exclude: ["Resources"]),
        .testTarget(
          name: "ImageWindowTests",
          dependencies: [
            "_Testing_CoreGraphics", "_Testing_CoreImage", "AVFoundation", "citool", "CoreGraphics", "CoreImage",
            "CoreVideo", "CVulkan", "ImageWindow", "IOSurface", "LayerApp", "LayerViews", "NumberedVideos", "PlayerApp",
            "QuartzCore", "SurfaceProcess", "TestFiles", "WindowApp",
          ]),
        .testTarget(
          name: "LayerViewsTests",
          dependencies: [
            "_Testing_CoreGraphics", "_Testing_CoreImage", "CoreGraphics", "CoreImage", "LayerViews", "QuartzCore",
            "TestContexts", "TestFiles", "TestSupport",
          ]),
        .testTarget(
          name: "AVFoundationTests",
          dependencies: [
            "_Testing_CoreImage", "AVFoundation", "citool", "citool-video", "CoreImage", "CoreMedia", "NumberedVideos",
            "TestFiles",
          ]),
        .testTarget(
          name: "VideoColorTests",
          dependencies: ["_Testing_CoreImage", "CoreImage", "CoreVideo", "RandomNumbers", "TestFiles", "TestSupport"]),
      ]),
    tests(
      "Filters",
      [
        .testTarget(
          name: "ImageFiltersTests",
          dependencies: [
            "Barcodes", "CBarcode", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "RandomNumbers",
            "ReferenceEngine", "TestFiles", "TestSupport",
          ])
      ]),
    tests(
      "Recipes",
      [
        .testTarget(name: "ImageGraphTests", dependencies: ["ImageGraph", "TestFiles"]),
        .testTarget(
          name: "ImagePassesTests",
          dependencies: [
            "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning", "ImagePrograms",
            "ProcessorEngine", "ReferenceEngine", "TestSupport", "VulkanEngine",
          ]),
        .testTarget(
          name: "ImagePlanningTests",
          dependencies: [
            "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning", "ImagePrograms", "TestSupport",
          ]),
      ]),
    tests(
      "Engines",
      [
        .testTarget(
          name: "ReferenceEngineTests",
          dependencies: ["ImageGraph", "ImagePasses", "ReferenceEngine", "TestSupport"]),
        .testTarget(
          name: "ProcessorEngineTests",
          dependencies: [
            "CompiledShaders", "CStages", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning",
            "ImagePrograms", "ImageSPIRV", "KernelFormulas", "KernelModules", "PixelFormats", "ProcessorEngine",
            "RandomNumbers",
            "ReferenceEngine", "SPIRVInstructions", "StageCompiler", "TestSupport",
          ]),
        .testTarget(
          name: "ImageSPIRVTests",
          dependencies: [
            "CGlslang", "CompiledShaders", "ImageGraph", "ImagePasses", "ImagePrograms", "ImageSPIRV", "KernelLanguage",
            "RandomNumbers", "TestFiles", "TestSupport",
          ]),
        .testTarget(
          name: "VulkanEngineTests",
          dependencies: [
            "_Testing_CoreImage", "CoreImage", "CoreVideo", "CVulkan", "ImageGraph", "ImagePasses", "ImagePlanning",
            "ImagePrograms", "PixelFormats", "TestFiles", "TestSupport", "VulkanEngine",
          ]),
      ]),
    tests(
      "Kernels",
      [
        .testTarget(
          name: "KernelLanguageTests",
          dependencies: ["CGlslang", "KernelLanguage", "TestFiles"],
          exclude: ["Kernels"]),
        .testTarget(
          name: "AppTests",
          dependencies: [
            "_Testing_CoreImage", "CGlslang", "CompiledShaders", "CoreImage", "CoreVideo", "CVulkan", "FailingVulkan",
            "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning", "ImageSPIRV", "KernelFormulas",
            "KernelLanguage", "KernelModules", "ProcessorEngine", "RandomNumbers", "StageCompiler", "TestContexts",
            "TestFiles", "TestSupport", "VulkanApp", "VulkanEngine",
          ]),
      ]),
    tests(
      "Color",
      [
        .testTarget(name: "ImageColorTests", dependencies: ["ImageColor"]),
        .testTarget(
          name: "PixelFormatsTests",
          dependencies: ["ImageColor", "PixelFormats", "RandomNumbers", "TestFiles"]),
      ]),
    tests(
      "Files",
      [
        .testTarget(
          name: "ImageCodecsTests", dependencies: ["ImageCodecs", "ImageColor", "RandomNumbers", "TestFiles"]),
        .testTarget(name: "DiagramsTests", dependencies: ["Diagrams"]),
      ]),
    tests(
      "Toolkits",
      [
        .testTarget(
          name: "ToolkitImagesTests",
          dependencies: ["_Testing_CoreImage", "CoreImage", "CToolkits", "ImageGraph", "TestSupport", "ToolkitImages"]),
        .testTarget(
          name: "OpenGLImageTests",
          dependencies: [
            "_Testing_CoreImage", "COpenGL", "CoreImage", "ImageGraph", "OpenGLImage", "TestContexts", "TestSupport",
          ]),
      ]),
    tests(
      "Tools",
      [
        .testTarget(
          name: "CommandLineSupportTests",
          dependencies: [
            "_Testing_CoreImage", "citool", "CommandLineSupport", "CoreImage", "ImageColor", "ImageGraph",
            "RandomNumbers", "TestFiles",
          ])
      ]),
    tests(
      "BuildTools",
      [
        .testTarget(name: "CatalogueCompilerTests", dependencies: ["CatalogueCompiler", "TestFiles"])
      ]),
    // What tests share, and the processes that they start.
    tests(
      "Support",
      [
        .target(name: "RandomNumbers"),
        .target(name: "SPIRVTools", linkerSettings: glslangLibraries),
        .target(name: "TestFiles", dependencies: ["SPIRVTools"]),
        .target(name: "NumberedVideos", dependencies: ["TestFiles"]),
        .target(
          name: "TestSupport",
          dependencies: [
            "Barcodes", "CoreVideo", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning",
            "ImagePrograms", "PixelFormats", "ProcessorEngine", "RandomNumbers", "ReferenceEngine", "TestFiles",
            "VulkanEngine",
          ]),
        .target(name: "TestContexts", dependencies: ["CoreImage", "ImageGraph", "RandomNumbers", "TestSupport"]),
        .target(name: "FailingVulkan", dependencies: ["CVulkan", "CWindow"]),
        .target(name: "VulkanApp", dependencies: ["CVulkan"]),
        // The second process of tests that share surfaces.
        .executableTarget(name: "SurfacePeer", dependencies: ["IOSurface"]),
        .target(name: "SurfaceProcess", dependencies: ["IOSurface", "SurfacePeer", "TestFiles"]),
        // The processes whose windows the tests look at: images, a player, layers.
        .executableTarget(
          name: "WindowApp",
          dependencies: ["CoreImage", "CVulkan", "FailingVulkan", "ImageWindow", "IOSurface"]),
        .executableTarget(name: "PlayerApp", dependencies: ["AVFoundation", "AVKit", "CoreImage"]),
        .executableTarget(
          name: "LayerApp",
          dependencies: ["CoreGraphics", "CoreImage", "CVulkan", "ImageWindow", "LayerViews", "QuartzCore"]),
      ]),
    [
      .plugin(name: "ShaderPlugin", capability: .buildTool(), dependencies: ["ShaderCompiler", "StageCompiler"]),
      .plugin(name: "KernelPlugin", capability: .buildTool(), dependencies: ["KernelBuildTool", "StageCompiler"]),
      .plugin(name: "CataloguePlugin", capability: .buildTool(), dependencies: ["CatalogueCompiler"]),
    ],
  ].flatMap { $0 }
)
