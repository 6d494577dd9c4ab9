import ImageGraph
import ImagePrograms
import ImageSPIRV
import TestFiles
import Testing

/// Kernels that store planes.
@Suite struct PlaneKernelTests {
  private static let stores = [(1, 1), (2, 1), (2, 2)].flatMap { columns, rows in
    [true, false].flatMap { isPaired in
      [(8, 0), (10, 6), (10, 0), (16, 0)].map { depth, shift in
        PlaneStore(columns: columns, rows: rows, isPaired: isPaired, depth: depth, shift: shift)
      }
    }
  }

  @Test func everyStoreOfPlanesIsValid() throws {
    let calls = [Kernels.decode, Kernels.exposure, Kernels.matrix]
    let options = [
      Stitcher.Options(widens: false), Stitcher.Options(stores64: true), Stitcher.Options(readsStorage: true),
    ]
    for store in Self.stores {
      for options in options {
        for load in [Program.LoadForm.texel, .packed(.rgba8)] {
          let program = Kernels.chain(calls, load: load, store: .planes(store), pixels: 4)
          let words = try Stitcher(library: Kernels.library, options: options).stitch(program)
          #expect(try SPIRVValidator.complaint(about: words) == nil, "\(store) \(load)")
        }
      }
    }
  }

  @Test func aPixelAloneCannotBeStoredAsPlanes() throws {
    let program = Kernels.chain([Kernels.exposure], store: .planes(Self.stores[0]))
    #expect(throws: RenderError.self) { try Stitcher(library: Kernels.library).stitch(program) }
  }
}
