// CCodecs
