// Loaded into a program before its own code: one kind of system call fails on whatever lies below one folder.
// FAIL_CALL names it, FAIL_ERRNO says how, FAIL_BELOW where, and FAIL_FROM from which such call on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *call, *below;
static int number, from;
static atomic_int met;

__attribute__((constructor)) static void begin(void) {
  call = getenv("FAIL_CALL");
  below = getenv("FAIL_BELOW");
  number = atoi(getenv("FAIL_ERRNO") ? getenv("FAIL_ERRNO") : "5");
  from = atoi(getenv("FAIL_FROM") ? getenv("FAIL_FROM") : "1");
}

static int fails(const char *name) {
  if (call == NULL || strcmp(call, name) != 0) return 0;
  if (atomic_fetch_add(&met, 1) + 1 < from) return 0;
  errno = number;
  return 1;
}

static int at(const char *name, const char *path) {
  if (call == NULL || below == NULL || path == NULL || strcmp(call, name) != 0) return 0;
  return strncmp(path, below, strlen(below)) == 0 && fails(name);
}

static int on(const char *name, int fd) {
  if (call == NULL || strcmp(call, name) != 0) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return at(name, path);
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (real == NULL) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int open_as(const char *name, const char *path, int flags, mode_t mode) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name);
  if (at((flags & O_CREAT) ? "create" : "open", path)) return -1;
  return real(path, flags, mode);
}
static mode_t mode_in(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }
int open(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = mode_in(flags, rest); va_end(rest);
  return open_as("open", path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list rest; va_start(rest, flags); mode_t mode = mode_in(flags, rest); va_end(rest);
  return open_as("open64", path, flags, mode);
}
ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return on("write", fd) ? -1 : real(fd, bytes, length);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t place) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return on("write", fd) ? -1 : real(fd, bytes, length, place);
}
ssize_t read(int fd, void *bytes, size_t length) {
  REAL(ssize_t, "read", int, void *, size_t);
  return on("read", fd) ? -1 : real(fd, bytes, length);
}
ssize_t pread64(int fd, void *bytes, size_t length, off64_t place) {
  REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
  return on("read", fd) ? -1 : real(fd, bytes, length, place);
}
int fsync(int fd) { REAL(int, "fsync", int); return on("sync", fd) ? -1 : real(fd); }
int fdatasync(int fd) { REAL(int, "fdatasync", int); return on("sync", fd) ? -1 : real(fd); }
int ftruncate64(int fd, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  return on("truncate", fd) ? -1 : real(fd, length);
}
int rename(const char *before, const char *after) {
  REAL(int, "rename", const char *, const char *);
  return at("rename", before) ? -1 : real(before, after);
}
int unlink(const char *path) { REAL(int, "unlink", const char *); return at("unlink", path) ? -1 : real(path); }
int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return at("mkdir", path) ? -1 : real(path, mode);
}
void *mmap64(void *place, size_t length, int protection, int flags, int fd, off64_t offset) {
  REAL(void *, "mmap64", void *, size_t, int, int, int, off64_t);
  return fd >= 0 && on("map", fd) ? MAP_FAILED : real(place, length, protection, flags, fd, offset);
}
static int lock_as(const char *name, int fd, int command, void *argument) {
  int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  if ((command == F_SETLK || command == F_SETLKW) && on("lock", fd)) return -1;
  return real(fd, command, argument);
}
int fcntl(int fd, int command, ...) {
  va_list rest; va_start(rest, command); void *argument = va_arg(rest, void *); va_end(rest);
  return lock_as("fcntl", fd, command, argument);
}
int fcntl64(int fd, int command, ...) {
  va_list rest; va_start(rest, command); void *argument = va_arg(rest, void *); va_end(rest);
  return lock_as("fcntl64", fd, command, argument);
}
pid_t fork(void) { REAL(pid_t, "fork", void); return fails("fork") ? -1 : real(); }
int connect(int fd, const struct sockaddr *address, socklen_t length) {
  REAL(int, "connect", int, const struct sockaddr *, socklen_t);
  return fails("connect") ? -1 : real(fd, address, length);
}
int inotify_init1(int flags) { REAL(int, "inotify_init1", int); return fails("inotify") ? -1 : real(flags); }
