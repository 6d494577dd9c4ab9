// Toolkit libraries of the app, loaded when their first object is passed. The app is already linked with them, so this
// package is not, and their headers are not needed to build.
#ifndef CTOOLKITS_H
#define CTOOLKITS_H

#include "CTCairo.h"
#include "CTPixbuf.h"
#include "CTSDL.h"

#define CT_MEMBER(name, result, parameters) result(*name) parameters;

/// The functions of a library. Members are set once and never change.
typedef struct CTCairo {
  CT_CAIRO_FUNCTIONS(CT_MEMBER)
} CTCairo;
typedef struct CTPixbuf {
  CT_PIXBUF_FUNCTIONS(CT_MEMBER)
} CTPixbuf;
typedef struct CTSDL {
  CT_SDL_FUNCTIONS(CT_MEMBER)
} CTSDL;

#undef CT_MEMBER

/// Return a library's functions. If the library is missing, they return NULL, and `*reason` names the package to
/// install. Thread-safe.
const CTCairo *ct_cairo(const char **reason);
const CTPixbuf *ct_pixbuf(const char **reason);
const CTSDL *ct_sdl(const char **reason);

#endif
