// Nothing is declared here: the module map beside this file gives `import CoreImage.CIFilterBuiltins` something to
// find, and everything that it means is in the Swift module CoreImage.
