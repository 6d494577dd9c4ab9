// What Xlib does when something goes wrong: it ends the process, where nobody tells it otherwise.
#include "Display.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>

/// SDL has one display for all of its windows.
static void *_Atomic watched, *_Atomic lost;
/// What Xlib called before for displays of others.
static int (*_Atomic others)(void *);
/// The connection of a display.
static int (*_Atomic connection_of)(void *);

static int meet_loss(void *display) {
  int (*handler)(void *) = atomic_load(&others);
  if (display != atomic_load(&watched) && handler) return handler(display);
  return 0;
}

/// What Xlib calls behind that: its own one ends the process, too.
static void note_loss(void *display, void *user) {
  (void)user;
  atomic_store(&lost, display);
}

void cw_watch_display(void *display) {
  // SDL has it open already; Xlib older than 1.7 has not all of these functions, and ends the process.
  void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
  int (*(*set_loss)(int (*)(void *)))(void *) = NULL;
  void (*set_exit)(void *, void (*)(void *, void *), void *) = NULL;
  int (*connection)(void *) = NULL;
  if (!library) return;
  *(void **)&set_loss = dlsym(library, "XSetIOErrorHandler");
  *(void **)&set_exit = dlsym(library, "XSetIOErrorExitHandler");
  *(void **)&connection = dlsym(library, "XConnectionNumber");
  atomic_store(&connection_of, connection);
  if (set_loss && set_exit) {
    atomic_store(&watched, display);
    int (*before)(void *) = set_loss(meet_loss);
    if (before != meet_loss) atomic_store(&others, before);
    set_exit(display, note_loss, NULL);
  }
  dlclose(library);
}

void cw_wait_for_display(void *display, int milliseconds) {
  int (*connection)(void *) = atomic_load(&connection_of);
  struct pollfd one = {.fd = connection ? connection(display) : -1, .events = POLLIN};
  poll(&one, 1, milliseconds);
}

bool cw_display_is_lost(const void *display) { return display && atomic_load(&lost) == display; }
bool cw_has_lost_display(void) { return atomic_load(&lost) != NULL; }
