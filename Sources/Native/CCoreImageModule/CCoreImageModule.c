// A C target needs a source file; this target consists of its module map.
