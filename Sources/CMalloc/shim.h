// malloc_trim(3), of the GNU C library: Swift's module of it leaves it out.
#ifdef __linux__
#include <malloc.h>
#endif
