// swift-tools-version: 6.1
import PackageDescription

/// Core Image as a shared library: the app and the libraries that it loads must use the same one.
let coreImage = Target.Dependency.product(name: "CoreImageDynamic", package: "CoreImage")

let package = Package(
  name: "PlugIn",
  products: [.library(name: "Stripes", type: .dynamic, targets: ["Stripes"])],
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "PlugInApp", dependencies: [coreImage]),
    .target(name: "Stripes", dependencies: [coreImage]),
  ]
)
