// swift-tools-version: 6.1
import PackageDescription

/// glslang is linked into the build tool only; nothing that renders contains a shader compiler.
let glslangLibraries: [LinkerSetting] = [
  "glslang", "MachineIndependent", "GenericCodeGen", "OSDependent", "OGLCompiler", "SPIRV",
  "glslang-default-resource-limits", "SPIRV-Tools-opt", "SPIRV-Tools", "pthread", "stdc++", "m",
].map { .linkedLibrary($0) }

let package = Package(
  name: "CoreImage",
  products: [
    .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .executable(name: "citool", targets: ["citool"]),
    .executable(name: "cibench", targets: ["cibench"]),
  ],
  targets: [
    // What is wanted: recipes, formulas, colour.
    .target(name: "ImageColor"),
    .target(name: "ImageGraph", dependencies: ["ImageColor"]),
    .target(name: "Barcodes", dependencies: ["ImageGraph", "CBarcode"]),
    .target(
      name: "ImageFilters", dependencies: ["ImageGraph", "ImageColor", "Barcodes", "CBarcode"],
      plugins: ["CataloguePlugin"]),

    // How it is done: passes, plans, the reference, SPIR-V, Vulkan.
    .target(name: "ImagePasses", dependencies: ["ImageGraph", "ImageColor"]),
    .target(name: "ImagePlanning", dependencies: ["ImageGraph", "ImagePasses", "ImageColor"]),
    .target(name: "ImageReference", dependencies: ["ImageGraph", "ImagePasses"]),
    .target(name: "SPIRVInstructions"),
    .target(name: "ImageSPIRV", dependencies: ["ImageGraph", "ImagePasses", "SPIRVInstructions"]),
    .target(name: "CompiledShaders", plugins: ["ShaderPlugin"]),
    .target(
      name: "ImageProcessor",
      dependencies: ["ImageGraph", "ImagePasses", "ImagePlanning", "CompiledShaders", "CStages"]),
    .target(
      name: "ImageVulkan",
      dependencies: ["ImageGraph", "ImagePasses", "ImagePlanning", "ImageSPIRV", "CompiledShaders", "CVulkan"]),

    // Kernels of one's own: their texts become GLSL.
    .target(name: "KernelLanguage"),

    // Pictures in and out.
    .target(name: "ImageCodecs", dependencies: ["ImageColor", "CCodecs"]),

    // Graphs as pictures.
    .target(name: "Diagrams"),

    // Values that all public modules share.
    .target(name: "CoreGraphics", dependencies: ["ImageColor", "ImageGraph", "ImageCodecs"]),
    .target(name: "_Testing_CoreGraphics", dependencies: ["CoreGraphics"]),

    // The public face and its tools.
    .target(
      name: "CoreImage",
      dependencies: [
        "CCoreImageModule", "CoreGraphics", "ImageColor", "ImageGraph", "Barcodes", "ImageFilters", "ImagePasses",
        "ImagePlanning", "ImageProcessor", "ImageReference", "ImageVulkan", "ImageCodecs", "Diagrams",
      ],
      plugins: ["CataloguePlugin"]),
    .target(name: "_Testing_CoreImage", dependencies: ["CoreImage", "_Testing_CoreGraphics"]),
    .target(name: "FilterExamples", dependencies: ["CoreImage", "ImageFilters"]),
    .executableTarget(
      name: "citool",
      dependencies: [
        "CoreImage", "FilterExamples", "ImageColor", "ImageGraph", "ImageFilters", "ImagePasses", "ImagePlanning",
        "ImageVulkan", "ImageCodecs",
      ],
      plugins: ["CataloguePlugin"]),
    .executableTarget(
      name: "cibench",
      dependencies: [
        "CoreImage", "FilterExamples", "ImageColor", "ImageFilters", "ImageGraph", "ImagePasses", "ImagePlanning",
        "ImageProcessor",
      ]),

    // C where it is needed.
    .target(name: "CVulkan", linkerSettings: [.linkedLibrary("vulkan")]),
    .target(
      name: "CCodecs",
      // OpenEXRCore and libheif are looked for at run time.
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("tiff"), .linkedLibrary("webp"),
        .linkedLibrary("webpdemux"), .linkedLibrary("webpmux"), .linkedLibrary("lcms2"),
      ]),
    .target(name: "CBarcode", linkerSettings: [.linkedLibrary("zint")]),
    .target(name: "CGlslang", linkerSettings: glslangLibraries),
    .target(name: "CStages", exclude: ["Runtime"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CCoreImageModule"),

    // What runs while the package is built.
    .executableTarget(name: "ShaderCompiler", dependencies: ["CGlslang"]),
    .executableTarget(name: "StageCompiler", dependencies: ["SPIRVInstructions"]),
    .plugin(name: "ShaderPlugin", capability: .buildTool(), dependencies: ["ShaderCompiler", "StageCompiler"]),
    .executableTarget(name: "CatalogueCompiler"),
    .plugin(name: "CataloguePlugin", capability: .buildTool(), dependencies: ["CatalogueCompiler"]),

    // Tests: one target for each.
    .target(
      name: "TestSupport",
      dependencies: [
        "CoreImage", "_Testing_CoreImage", "ImageGraph", "Barcodes", "ImageFilters", "ImagePasses", "ImagePlanning",
        "ImageProcessor", "ImageReference", "ImageVulkan",
      ],
      path: "Tests/TestSupport"),
    .target(name: "FailingVulkan", dependencies: ["CVulkan"], path: "Tests/FailingVulkan"),
    .testTarget(name: "ImageColorTests", dependencies: ["ImageColor"]),
    .testTarget(name: "ImageCodecsTests", dependencies: ["ImageCodecs"]),
    .testTarget(name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .testTarget(name: "DiagramsTests", dependencies: ["Diagrams"]),
    .testTarget(name: "KernelLanguageTests", dependencies: ["KernelLanguage", "CGlslang"], exclude: ["Kernels"]),
    .testTarget(name: "CatalogueCompilerTests", dependencies: ["CatalogueCompiler"]),
    .testTarget(name: "ImageGraphTests", dependencies: ["ImageGraph"]),
    .testTarget(
      name: "ImagePassesTests", dependencies: ["ImagePasses", "ImagePlanning", "ImageFilters", "TestSupport"]),
    .testTarget(name: "ImagePlanningTests", dependencies: ["ImagePlanning", "ImageFilters", "TestSupport"]),
    .testTarget(
      name: "ImageSPIRVTests",
      dependencies: ["ImageSPIRV", "CompiledShaders", "KernelLanguage", "CGlslang", "TestSupport"]),
    .testTarget(
      name: "ImageProcessorTests",
      dependencies: [
        "ImageProcessor", "StageCompiler", "SPIRVInstructions", "CompiledShaders", "CStages", "ImageColor",
        "ImageFilters",
        "ImagePlanning", "TestSupport",
      ]),
    .testTarget(name: "ImageVulkanTests", dependencies: ["ImageVulkan", "ImagePlanning", "TestSupport"]),
    .testTarget(name: "ImageReferenceTests", dependencies: ["ImageReference", "TestSupport"]),
    .testTarget(name: "ImageFiltersTests", dependencies: ["ImageFilters", "TestSupport"]),
    .testTarget(
      name: "CoreImageTests",
      dependencies: [
        "CoreImage", "_Testing_CoreImage", "ImageFilters", "ImageGraph", "TestSupport", "FailingVulkan", "citool",
        "cibench",
      ],
      exclude: ["Resources"]),
  ]
)
