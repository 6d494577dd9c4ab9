// Nothing is declared here; see CoreImageModule.h.
