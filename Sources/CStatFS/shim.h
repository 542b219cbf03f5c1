// What kind of file system a file is on: Swift's modules of the C library leave it out.
#ifdef __linux__
#include <sys/vfs.h>
#endif
