/** The calls that a run made on files, as shim.c writes them. */

/** A call, with paths and inode numbers as the system had them. */
export type Call =
	| { readonly kind: "create" | "mkdir"; readonly inode: string; readonly path: string }
	| { readonly kind: "write"; readonly inode: string; readonly offset: number; readonly octets: Buffer }
	| { readonly kind: "truncate"; readonly inode: string; readonly size: number }
	| { readonly kind: "sync"; readonly inode: string }
	| { readonly kind: "rename" | "link"; readonly from: string; readonly to: string }
	| { readonly kind: "symlink"; readonly path: string; readonly target: string }
	| { readonly kind: "unlink"; readonly path: string };

export function readTrace(trace: Buffer): Call[] {
	const calls: Call[] = [];
	for (let at = 0; at < trace.length; ) {
		const end = trace.indexOf("\n", at);
		const words = trace.toString("latin1", at, end).split(" ");
		at = end + 1;
		const [letter, a = "", b = "", c = ""] = words;
		if (letter === "W") {
			calls.push({ kind: "write", inode: a, offset: Number(b), octets: trace.subarray(at, at + Number(c)) });
			at += Number(c);
		} else calls.push(callOf(letter as string, a, b));
	}
	return calls;
}

function callOf(letter: string, a: string, b: string): Call {
	switch (letter) {
		case "C":
			return { kind: "create", inode: a, path: b };
		case "D":
			return { kind: "mkdir", inode: a, path: b };
		case "T":
			return { kind: "truncate", inode: a, size: Number(b) };
		case "S":
			return { kind: "sync", inode: a };
		case "R":
			return { kind: "rename", from: a, to: b };
		case "L":
			return { kind: "link", from: a, to: b };
		case "Y":
			return { kind: "symlink", path: a, target: b };
		case "U":
		case "X":
			return { kind: "unlink", path: a };
		default:
			throw new Error(`unknown call in a trace: ${letter}`);
	}
}
