/*
 * A disk that fails: preloaded into a server, it lets reads, writes or syncs of the store fail with EIO once a file of that name is there.
 * gcc -shared -fPIC -o failing-disk.so failing-disk.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int fd, const char *variable) {
  const char *switch_file = getenv(variable);
  if (switch_file == NULL || access(switch_file, F_OK) != 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, "recorda.db") != NULL && strstr(path, "-shm") == NULL;
}

#define FAILING(variable) if (fails(fd, variable)) { errno = EIO; return -1; }
#define REAL(type, name) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*pread_t)(int, void *, size_t, off64_t);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off64_t);
typedef ssize_t (*write_t)(int, const void *, size_t);
typedef int (*sync_t)(int);

ssize_t pread64(int fd, void *to, size_t count, off64_t at) {
  FAILING("FAILING_READS");
  REAL(pread_t, "pread64");
  return real(fd, to, count, at);
}
ssize_t pread(int fd, void *to, size_t count, off_t at) {
  FAILING("FAILING_READS");
  REAL(pread_t, "pread64");
  return real(fd, to, count, at);
}
ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) {
  FAILING("FAILING_WRITES");
  REAL(pwrite_t, "pwrite64");
  return real(fd, from, count, at);
}
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
  FAILING("FAILING_WRITES");
  REAL(pwrite_t, "pwrite64");
  return real(fd, from, count, at);
}
ssize_t write(int fd, const void *from, size_t count) {
  FAILING("FAILING_WRITES");
  REAL(write_t, "write");
  return real(fd, from, count);
}
int fsync(int fd) {
  FAILING("FAILING_SYNCS");
  REAL(sync_t, "fsync");
  return real(fd);
}
int fdatasync(int fd) {
  FAILING("FAILING_SYNCS");
  REAL(sync_t, "fdatasync");
  return real(fd);
}
