// No declarations: the module map in this folder makes `import CoreImage.CIFilterBuiltins` valid. The Swift module
// CoreImage has the declarations.
