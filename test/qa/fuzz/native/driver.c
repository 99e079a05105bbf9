/*
 * Drives a kernel that wasm2c has translated, for libFuzzer, as docs/internals/abi.md says. `npm run fuzz:native` compiles it, with the
 * numbers of inputs.ts.
 *
 *   input    rules  lines  resolution  records  program  room  text
 *   octets       1      1           1        1        1     1  the rest; where lines are resolved, the first one is the base
 *
 *   memory   kernel | base | program | records | rejects | canaries | output | canaries | ... | text | margin, the end
 *
 * A read beyond the margin or a write outside of all areas ends the process. So does a form that is not its own form, under rules that
 * promise that.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "layout.h"

enum { PAGES = 64, PAGE = 65536, ALIGNMENT = 64, CANARY = 0xa5, CANARIES = 256, MAX_RECORDS = 8, MAX_CALLS = 10000 };

#define CALL(name) Z_kernelZ_##name

static Z_kernel_instance_t kernel;
static uint32_t base_at, program_at, records_at, rejects_at, output_at;
static uint8_t *programs;
static size_t programs_length;

static uint8_t *memory(void) { return Z_kernelZ_memory(&kernel)->data; }

static uint32_t memory_end(void) { return Z_kernelZ_memory(&kernel)->size; }

static uint32_t word(uint32_t at) {
	uint32_t value;
	memcpy(&value, memory() + at, 4);
	return value;
}

static void set_word(uint32_t at, uint32_t value) { memcpy(memory() + at, &value, 4); }

static uint32_t aligned(uint32_t at) { return (at + ALIGNMENT - 1) & ~(uint32_t)(ALIGNMENT - 1); }

static void fail(const char *what) {
	fprintf(stderr, "failed: %s\n", what);
	abort();
}

/* A trap: an access beyond the memory. main.ts names this function to wasm2c's runtime. */
void kernel_trap(wasm_rt_trap_t trap) {
	(void)trap;
	fail("the kernel traps");
}

/* The octets of a file, each program after its length. */
static void read_programs(const char *path) {
	FILE *file = path == NULL ? NULL : fopen(path, "rb");
	if (file == NULL) return;
	programs = malloc(PROGRAMS_SIZE);
	programs_length = fread(programs, 1, PROGRAMS_SIZE, file);
	fclose(file);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
	wasm_rt_init();
	Z_kernel_init_module();
	Z_kernel_instantiate(&kernel);
	CALL(initialize)(&kernel);
	wasm_rt_grow_memory(Z_kernelZ_memory(&kernel), PAGES);
	read_programs(getenv("URLSIEVE_PROGRAMS"));
	base_at = aligned(CALL(heapBase)(&kernel));
	program_at = aligned(base_at + BASE_SIZE);
	records_at = aligned(program_at + PROGRAMS_SIZE + PROGRAM_WORK);
	rejects_at = aligned(records_at + MAX_RECORDS * RECORD_SIZE);
	output_at = aligned(rejects_at + MAX_RECORDS * REJECT_SIZE + CANARIES);
	return 0;
}

/* Sets the program of this number, if there is one. */
static void set_program(uint8_t number) {
#ifdef HAS_PROGRAMS
	for (size_t at = 0; at + 4 < programs_length; --number) {
		uint32_t length;
		memcpy(&length, programs + at, 4);
		if (number == 0) {
			memcpy(memory() + program_at, programs + at + 4, length);
			if (CALL(setProgram)(&kernel, program_at, length) != 0) fail("a program is refused");
			return;
		}
		at += 4 + length;
	}
	CALL(setProgram)(&kernel, program_at, 0);
#endif
}

/* Answers what the kernel asks of its host: an A-label for a host name, or refuses it if its length is even. */
static void answer(void) {
	uint32_t at = word(QUESTION_AT), length = at == 0 ? word(QUESTION_LENGTH) : word(QUESTION_END) - at;
	uint8_t *to = memory() + (at == 0 ? ANSWER : LONG_ANSWER);
	memcpy(to, "xn--a", 5);
	set_word(ANSWER_LENGTH, length % 2 == 0 ? 0 : 5);
#ifdef HAS_PROGRAMS
	set_word(REGISTRABLE, length % 3);
#endif
}

struct Text {
	const uint8_t *octets;
	size_t length;
};

static size_t longest_line(struct Text text) {
	size_t longest = 0, length = 0;
	for (size_t at = 0; at < text.length; ++at) {
		length = text.octets[at] == '\n' ? 0 : length + 1;
		if (length > longest) longest = length;
	}
	return longest + 2;
}

/* Octets that an output needs for a line of so many. */
static uint32_t room_for(uint32_t options, size_t length) {
	return (options & LISTS) != 0 ? LIST_GROWTH * (uint32_t)length + LIST_SLACK : GROWTH * (uint32_t)length + SLACK;
}

static void check_canaries(uint32_t start) {
	for (uint32_t at = start; at < start + CANARIES; ++at)
		if (memory()[at] != CANARY) fail("an octet outside of all areas is written");
}

/* Normalizes the lines of a text into `to`, in as many calls as it takes. Returns the end. */
static uint8_t *normalize(uint32_t options, struct Text text, size_t base, uint8_t records, uint8_t room, uint8_t *to) {
	uint32_t start = memory_end() - MARGIN - (uint32_t)text.length, end = start + (uint32_t)text.length;
	uint32_t limit = output_at + room_for(options, longest_line(text) + base) + 16 * room;
	if (limit + MARGIN + CANARIES > start) return to;
	if (text.length > 0) memcpy(memory() + start, text.octets, text.length);
	memset(memory() + end, CANARY, MARGIN);
	memset(memory() + output_at - CANARIES, CANARY, CANARIES);
	memset(memory() + limit + MARGIN, CANARY, CANARIES);
	set_word(RECORDS_AT, records_at);
	set_word(MAX_RECORDS_AT, 1 + records % MAX_RECORDS);
	set_word(REJECTS_AT, rejects_at);
	set_word(MAX_REJECTS_AT, 1 + records / MAX_RECORDS % MAX_RECORDS);
	set_word(IN_LONG_LINE, 0);
	for (int calls = 0; calls < MAX_CALLS; ++calls) {
		int32_t status = (int32_t)CALL(normalizeLines)(&kernel, options, start, end, output_at, limit);
		uint32_t written = word(WRITTEN);
		check_canaries(output_at - CANARIES);
		check_canaries(limit + MARGIN);
		if (written < output_at || written > limit) fail("the output is not in its area");
		memcpy(to, memory() + output_at, written - output_at);
		to += written - output_at;
		start = word(CONSUMED);
		options &= ~(uint32_t)STREAM_START;
		if (status == -NEEDS_ALABEL) answer();
		else if (status != -NEEDS_ROOM) return to;
	}
	fail("the calls do not end");
	return to;
}

/* Sets the base, in the form that the kernel wants. Returns its length, or -1 if it is none. */
static int set_base(uint32_t options, uint8_t resolution, struct Text base) {
	uint32_t start = base_at, end = base_at + (uint32_t)base.length;
	memcpy(memory() + base_at, base.octets, base.length);
#ifdef HAS_PROGRAMS
	uint32_t to = base_at + MAX_INPUT + MARGIN;
	int32_t written = (int32_t)CALL(normalize)(&kernel, NO_A_LABELS, start, end, to);
	if (written < 0) return -1;
	if (written > 0) start = to, end = (uint32_t)written;
	(void)resolution;
#else
	options = resolution % RESOLUTIONS;
#endif
	return (int32_t)CALL(setBase)(&kernel, options, start, end) == 0 ? (int)(end - start) : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	static uint8_t once[OUTPUT_SIZE], again[OUTPUT_SIZE];
	if (size < HEAD || size > MAX_INPUT) return 0;
	uint32_t rules = RULES[data[0] % (sizeof RULES / 4)], options = rules | LINES[data[1] % (sizeof LINES / 4)];
	struct Text text = {data + HEAD, size - HEAD};
	int base = 0;
	set_program(data[4]);
	if ((options & RESOLVE) != 0) {
		const uint8_t *end = memchr(text.octets, '\n', text.length);
		struct Text line = {text.octets, end == NULL ? text.length : (size_t)(end - text.octets)};
		base = set_base(options, data[2], line);
		if (base < 0) return 0;
		text.octets += line.length;
		text.length -= line.length;
	}
	uint8_t *end = normalize(options, text, (size_t)base, data[3], data[5], once);
	int has_forms_alone = (options & DROP_INVALID) != 0 && (options & RESOLVE) == 0;
	if (data[0] % (sizeof RULES / 4) >= IDEMPOTENT || !has_forms_alone) return 0;
	struct Text form = {once, (size_t)(end - once)};
	uint8_t *end_again = normalize(rules | STREAM_END | DROP_INVALID, form, 0, 0, 0, again);
	if (end_again - again != end - once || memcmp(once, again, form.length) != 0) fail("a form is not its own form");
	return 0;
}
