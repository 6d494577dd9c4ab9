// A C target needs a source file; this one is all in its module map.
