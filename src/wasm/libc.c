/* Functions of the C library that emscripten lacks. Its file system has one user and no hard links. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>

int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    return 0;
}

int __syscall_link(intptr_t from, intptr_t to);
int __syscall_link(intptr_t from, intptr_t to)
{
    (void)from;
    (void)to;
    return -ENOSYS;
}

/* The SAT solver asks for its figures, which nobody reads. */
int __syscall_getrusage(int who, intptr_t usage);
int __syscall_getrusage(int who, intptr_t usage)
{
    (void)who;
    memset((void *)usage, 0, sizeof(struct rusage));
    return 0;
}
