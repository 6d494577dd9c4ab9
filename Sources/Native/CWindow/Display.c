// Handlers of lost X11 connections. By default, Xlib ends the process.
#include "Display.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>

/// The watched display and the lost one. SDL has one display for all of its windows.
static void *_Atomic watched, *_Atomic lost;
/// The previous error handler, for displays other than the watched one.
static int (*_Atomic previous_handler)(void *);
/// XConnectionNumber.
static int (*_Atomic connection_number)(void *);

static int handle_error(void *display) {
  int (*handler)(void *) = atomic_load(&previous_handler);
  if (display != atomic_load(&watched) && handler) return handler(display);
  return 0;
}

/// The exit handler. Xlib calls it after the error handler; the default one ends the process.
static void record_loss(void *display, void *user) {
  (void)user;
  atomic_store(&lost, display);
}

void cw_watch_display(void *display) {
  // SDL has already loaded the library. Xlib before 1.7 lacks XSetIOErrorExitHandler, and ends the process.
  void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
  int (*(*set_loss)(int (*)(void *)))(void *) = NULL;
  void (*set_exit)(void *, void (*)(void *, void *), void *) = NULL;
  int (*connection)(void *) = NULL;
  if (!library) return;
  *(void **)&set_loss = dlsym(library, "XSetIOErrorHandler");
  *(void **)&set_exit = dlsym(library, "XSetIOErrorExitHandler");
  *(void **)&connection = dlsym(library, "XConnectionNumber");
  atomic_store(&connection_number, connection);
  if (set_loss && set_exit) {
    atomic_store(&watched, display);
    int (*previous)(void *) = set_loss(handle_error);
    if (previous != handle_error) atomic_store(&previous_handler, previous);
    set_exit(display, record_loss, NULL);
  }
  dlclose(library);
}

void cw_wait_for_display(void *display, int milliseconds) {
  int (*connection)(void *) = atomic_load(&connection_number);
  struct pollfd descriptor = {.fd = connection ? connection(display) : -1, .events = POLLIN};
  poll(&descriptor, 1, milliseconds);
}

bool cw_display_is_lost(const void *display) { return display && atomic_load(&lost) == display; }
bool cw_has_lost_display(void) { return atomic_load(&lost) != NULL; }
