/* Drives libcurl with its defaults. `libcurl CLIENT URLS` */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_URL = 1 << 16 };

static size_t drop(char *data, size_t size, size_t count, void *to) {
	(void)data, (void)to;
	return size * count;
}

static CURLcode get(const char *url) {
	CURL *curl = curl_easy_init();
	CURLcode code = curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, 2L);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	/* It would load all certificates for each URL of https. */
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	if (code == CURLE_OK) code = curl_easy_perform(curl);
	curl_easy_cleanup(curl);
	return code;
}

int main(int count, char **args) {
	static char line[2 * MAX_URL + 2], url[MAX_URL];
	if (count != 3) return 2;
	FILE *lines = fopen(args[2], "r"), *log = fopen(getenv("REC_LOG"), "a");
	setvbuf(log, NULL, _IONBF, 0);
	for (int index = 0; fgets(line, sizeof line, lines) != NULL; index++) {
		size_t length = strcspn(line, "\n") / 2;
		unsigned octet = 0;
		for (size_t at = 0; at < length; at++) url[at] = sscanf(line + 2 * at, "%2x", &octet) == 1 ? (char)octet : 0;
		url[length] = 0;
		// A string of C ends before a NUL.
		if (strlen(url) < length) continue;
		fprintf(log, "U %d\n", index);
		CURLcode code = get(url);
		fprintf(log, "E %s\n", code == CURLE_OK ? "-" : curl_easy_strerror(code));
	}
	return 0;
}
