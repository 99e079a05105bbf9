/*
 * Preloaded into a client (LD_PRELOAD): writes the names that it resolves and the addresses that it connects to, and leads each
 * connection to the recorder.
 *
 * REC_LOG is the file to which lines are appended, REC_PORT the port of the recorder on 127.0.0.1 and ::1. The octets of a name are in
 * hexadecimal, "-" if there are none:
 *
 *   N name address    a name was resolved. Every lookup has an address of its own in 198.18.0.0/15, by which C is read
 *   C address port    a connection. The address of IPv6 may have a zone: "fe80::1%1"
 *
 * A spelling of an address, such as "0x7f.1", is resolved by the C library itself.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FIRST = 0xC6120001, COUNT = 0x1fffe, MAX_NAME = 4096 };

static void note(const char *format, ...) {
	char line[2 * MAX_NAME + 64];
	va_list list;
	va_start(list, format);
	int length = vsnprintf(line, sizeof line, format, list);
	va_end(list);
	int saved = errno;
	int fd = open(getenv("REC_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0 || write(fd, line, length) != length) abort();
	close(fd);
	errno = saved;
}

/* Notes a lookup. Returns the address of the name. */
static struct in_addr resolve(const char *name) {
	static _Atomic uint32_t lookups;
	struct in_addr address = {htonl(FIRST + atomic_fetch_add(&lookups, 1) % COUNT)};
	char hex[2 * MAX_NAME + 1] = "-", text[INET_ADDRSTRLEN];
	for (int i = 0; name[i] != 0 && i < MAX_NAME; i++) sprintf(hex + 2 * i, "%02x", (unsigned char)name[i]);
	note("N %s %s\n", hex, inet_ntop(AF_INET, &address, text, sizeof text));
	return address;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
	int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
	if (name == NULL) return real(name, service, hints, result);
	struct addrinfo numeric = {0};
	if (hints != NULL) numeric = *hints;
	numeric.ai_flags = (numeric.ai_flags | AI_NUMERICHOST) & ~AI_ADDRCONFIG;
	int status = real(name, service, &numeric, result);
	if (status == 0 || name[0] == 0 || (hints != NULL && hints->ai_flags & AI_NUMERICHOST)) return status;
	struct in_addr address = resolve(name);
	if (numeric.ai_family == AF_INET6) return EAI_NONAME;
	char text[INET_ADDRSTRLEN];
	numeric.ai_flags &= ~(AI_CANONNAME | AI_IDN | AI_CANONIDN);
	return real(inet_ntop(AF_INET, &address, text, sizeof text), service, &numeric, result);
}

/* The resolver of the C library that works beside the caller, which passes no function above: wget2. It is done at once here. */
int getaddrinfo_a(int mode, struct gaicb *list[], int count, struct sigevent *event) {
	(void)mode, (void)event;
	for (int i = 0; i < count; i++)
		list[i]->__return = getaddrinfo(list[i]->ar_name, list[i]->ar_service, list[i]->ar_request, &list[i]->ar_result);
	return 0;
}

struct hostent *gethostbyname(const char *name) {
	static __thread struct in_addr address;
	static __thread char copy[MAX_NAME], *aliases[1], *list[2];
	static __thread struct hostent entry;
	if (!inet_aton(name, &address)) address = resolve(name);
	snprintf(copy, sizeof copy, "%s", name);
	list[0] = (char *)&address;
	entry = (struct hostent){copy, aliases, AF_INET, sizeof address, list};
	return &entry;
}

int gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t size, struct hostent **result, int *error) {
	(void)buffer, (void)size;
	*entry = *gethostbyname(name);
	*result = entry;
	*error = 0;
	return 0;
}

int gethostbyname2_r(const char *name, int family, struct hostent *entry, char *buffer, size_t size, struct hostent **result, int *error) {
	if (family == AF_INET) return gethostbyname_r(name, entry, buffer, size, result, error);
	*result = NULL;
	return *error = HOST_NOT_FOUND;
}

/* Writes the address of the recorder over `at`. Notes where the connection was to go. */
static void divert(struct sockaddr *at) {
	char text[INET6_ADDRSTRLEN];
	in_port_t port = htons(atoi(getenv("REC_PORT")));
	if (at->sa_family == AF_INET) {
		struct sockaddr_in *four = (struct sockaddr_in *)at;
		note("C %s %d\n", inet_ntop(AF_INET, &four->sin_addr, text, sizeof text), ntohs(four->sin_port));
		*four = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = port, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	} else {
		struct sockaddr_in6 *six = (struct sockaddr_in6 *)at;
		int isMapped = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
		char zone[16] = "";
		if (six->sin6_scope_id != 0) snprintf(zone, sizeof zone, "%%%u", six->sin6_scope_id);
		note("C %s%s %d\n", inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text), zone, ntohs(six->sin6_port));
		*six = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_port = port, .sin6_addr = in6addr_loopback};
		if (isMapped) inet_pton(AF_INET6, "::ffff:127.0.0.1", &six->sin6_addr);
	}
}

int connect(int fd, const struct sockaddr *to, socklen_t length) {
	int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
	if (to->sa_family != AF_INET && to->sa_family != AF_INET6) return real(fd, to, length);
	int type = 0;
	socklen_t size = sizeof type;
	getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size);
	if (type != SOCK_STREAM) {
		errno = ENETUNREACH;
		return -1;
	}
	struct sockaddr_storage at;
	memcpy(&at, to, length);
	divert((struct sockaddr *)&at);
	return real(fd, (struct sockaddr *)&at, length);
}
