import CoreImage
import ImagePasses

/// The cases that determine the constants of `CostRules`: each decision by the rules, and forced in both directions.
let decisions: [Benchmark] =
  [(1, 2), (4, 2), (1, 20), (4, 20)].flatMap { steps, radius in
    forced("decisions/\(steps)-under-box-\(radius)") { image, store in
      store(chain(steps)(image)).applyingFilter("CIBoxBlur", parameters: ["inputRadius": Double(radius)])
    }
  }
  + forced("decisions/4-read-twice") { image, store in
    let shared = store(chain(4)(image))
    let rotation = CGAffineTransform(rotationAngle: .pi / 6)
    return shared.transformed(by: rotation).composited(over: shared.transformed(by: rotation.inverted()))
  }
  + [32, 64, 128, 256].map { width in
    Benchmark("decisions/group-\(width)", rules: { $0.groupWidth = width }, chain(4))
  }
  + [("exact", false), ("contracting", true)].flatMap { name, contracts in
    [
      Benchmark("decisions/\(name)-32", rules: { $0.contracts = contracts }, chain(32)),
      Benchmark("decisions/\(name)-gaussian-10", rules: { $0.contracts = contracts }) {
        $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10])
      },
    ]
  }

/// Returns three cases: by the rules, always inlined, and always stored as an intermediate.
private func forced(
  _ name: String, _ recipe: @escaping @Sendable (CIImage, (CIImage) -> CIImage) -> CIImage
) -> [Benchmark] {
  [
    Benchmark(name) { recipe($0) { $0 } },
    Benchmark("\(name)-inlined", rules: { $0.write = 1e9 }) { recipe($0) { $0 } },
    Benchmark("\(name)-stored") { recipe($0) { $0.insertingIntermediate() } },
  ]
}
