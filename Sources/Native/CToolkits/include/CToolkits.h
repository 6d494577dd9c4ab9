// Libraries that an app draws with, found when the first of their objects comes: the app has them then, so nothing is
// linked with them, and no headers of theirs are needed to build.
#ifndef CTOOLKITS_H
#define CTOOLKITS_H

#include "CTCairo.h"
#include "CTPixbuf.h"
#include "CTSDL.h"

#define CT_MEMBER(name, result, parameters) result(*name) parameters;

/// Members are set once and never change.
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

/// A library's functions; NULL where it is not there, and then `*reason` says what to install. Any thread.
const CTCairo *ct_cairo(const char **reason);
const CTPixbuf *ct_pixbuf(const char **reason);
const CTSDL *ct_sdl(const char **reason);

#endif
