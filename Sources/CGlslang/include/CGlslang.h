// CGlslang
