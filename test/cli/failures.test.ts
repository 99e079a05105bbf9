/** What a failure of the system says: one sentence, by the code of the error and by what was tried. */
import { constants } from "node:os";
import { UriError } from "urlsieve";
import { describe, expect, it } from "vitest";
import { asFailure, clause, Failure, ioFailure, usageFailure } from "../../src/failure";

const systemError = (code: string, errno?: number) => Object.assign(new Error(`${code}: libuv`), { code, errno });

describe("a file that cannot be read or written", () => {
	it.each([
		["EACCES", "permission denied"],
		["EBUSY", "in use, or a mount point; mount its directory instead"],
		["EDQUOT", "the disk quota is used up"],
		["EFBIG", "the file would be too large"],
		["EIO", "the device failed"],
		["EISDIR", "is a directory"],
		["ELOOP", "too many symbolic links"],
		["EMFILE", "too many files are open"],
		["ENAMETOOLONG", "the name is too long"],
		["ENOSPC", "no space left on the device"],
		["ENOTDIR", "part of the path is not a directory"],
		["EPERM", "operation not permitted"],
		["EROFS", "the file system is read-only"],
		["Z_BUF_ERROR", "the compressed data is truncated"],
		["Z_DATA_ERROR", "the compressed data is damaged"],
		["ZSTD_DICTIONARY", "compressed with a dictionary; decompress it with zstd -dc -D DICTIONARY"],
		["ZSTD_WINDOW", "compressed with a window of more than 128 MiB; decompress it with zstd -dc --long=31"],
	])("says why: %s", (code, reason) => {
		expect(ioFailure("read", "urls.txt", systemError(code))).toMatchObject({
			status: 3,
			message: `cannot read urls.txt: ${reason}`,
		});
		expect(ioFailure("write", "out", systemError(code)).message).toBe(`cannot write out: ${reason}`);
	});

	it("is missing if it is read, and has no directory if it is written", () => {
		expect(ioFailure("read", "a", systemError("ENOENT")).message).toBe("cannot read a: no such file");
		expect(ioFailure("write", "a", systemError("ENOENT")).message).toBe("cannot write a: the directory does not exist");
	});

	it("has the reason of the system if its code has no other one, else the message of the error", () => {
		const { EDQUOT, ETXTBSY } = constants.errno;
		expect(ioFailure("write", "a", systemError("ETXTBSY", -ETXTBSY)).message).toBe("cannot write a: text file is busy");
		expect(ioFailure("write", "a", systemError("Unknown system error", -EDQUOT)).message).toMatch(/: the disk quota is used up$/);
		expect(ioFailure("read", "a", new Error("it is late")).message).toBe("cannot read a: it is late");
		expect(ioFailure("read", "a", "no error").message).toBe("cannot read a: no error");
	});

	it("keeps a failure that has its sentence already", () => {
		const failure = new Failure(1, "the check failed");
		expect([ioFailure("read", "a", failure), asFailure(failure)]).toEqual([failure, failure]);
	});
});

describe("anything else that is thrown", () => {
	it("is an error of input and output, without its capital and its period", () => {
		expect(asFailure(new Error("The worker has ended."))).toMatchObject({ status: 3, message: "the worker has ended" });
		expect(asFailure("JSON ends too early.")).toMatchObject({ status: 3, message: "JSON ends too early" });
		expect(asFailure(new UriError("set-full", "The set is full."))).toMatchObject({ status: 3, message: "the set is full" });
	});

	it("names the part of the program that cannot be read", () => {
		const error = Object.assign(systemError("EMFILE"), { path: "/lib/crawl.js", syscall: "open" });
		expect(asFailure(error)).toMatchObject({ status: 3, message: "cannot read /lib/crawl.js: too many files are open" });
		expect(asFailure(Object.assign(error, { syscall: "connect" })).message).toBe("EMFILE: libuv");
	});

	it("is status 1 for a line or a row, with the byte in front", () => {
		const failureOf = (message: string) => asFailure(new UriError("invalid-port", message));
		expect(failureOf("Line 3: The port is no number. (at 7)")).toMatchObject({
			status: 1,
			message: "line 3, byte 7: the port is no number",
		});
		expect(failureOf("Row 12: A host ends here (at 0).").message).toBe("row 12, byte 0: a host ends here");
		expect(failureOf("The port is no number.").message).toBe("the port is no number");
	});

	it("is status 2 for a wrong use, and names the help", () => {
		const message = "--memory takes a size; try: urlsieve dedupe --help";
		expect(usageFailure("dedupe", "--memory takes a size.")).toMatchObject({ status: 2, message });
	});
});

it.each([
	["The port is no number.", "the port is no number"],
	["IPv6 addresses have brackets", "IPv6 addresses have brackets"],
	["URL-encoded", "URL-encoded"],
	["A host. It ends.", "a host. It ends"],
])("the sentence %j follows a colon as %j", (sentence, expected) => {
	expect(clause(sentence)).toBe(expected);
});
