// CompiledShaders
