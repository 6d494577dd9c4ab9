// No declarations; see CoreImageModule.h.
