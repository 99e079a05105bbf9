/** Damage: random changes of octets that a reader must survive. */

type Next = (limit: number) => number;

/** Octets and words that formats treat specially. */
const TOKENS = [
	...'{ } [ ] " \\ , : \\u0000 \\ud800 null true 1e999 -0 $removeparam= ||a^ @@ ~ /( )/ .* [^ ] {1,99} (?: \\d | ^ $ ,domain= ,to= \t ; \r\n \n \r \u00ef\u00bb\u00bf # !',
]
	.join("")
	.split(" ")
	.map((word) => Buffer.from(word, "latin1"));
/** Values at which fields of numbers break. */
const EXTREMES = [0, 1, 0x7f, 0x80, 0xff];

/** A copy of octets with one to six changes. */
export function damaged(octets: Uint8Array, others: readonly Uint8Array[], next: Next): Uint8Array<ArrayBuffer> {
	let result = Uint8Array.from(octets);
	for (let left = 1 + next(6); left > 0; --left) result = changed(result, others, next);
	return result;
}

function changed(octets: Uint8Array, others: readonly Uint8Array[], next: Next): Uint8Array<ArrayBuffer> {
	const at = next(octets.length + 1);
	const end = Math.min(octets.length, at + 1 + next(next(4) === 0 ? 200 : 8));
	const other = others[next(others.length)] as Uint8Array;
	const from = next(other.length + 1);
	const changes: (() => readonly Uint8Array[])[] = [
		() => [
			octets.subarray(0, at),
			Uint8Array.from(octets.subarray(at, end), (octet) => octet ^ (1 << next(8))),
			octets.subarray(end),
		],
		() => [
			octets.subarray(0, at),
			new Uint8Array(end - at).fill(EXTREMES[next(EXTREMES.length)] as number),
			octets.subarray(end),
		],
		() => [octets.subarray(0, at), octets.subarray(end)],
		() => [octets.subarray(0, end), octets.subarray(at)],
		() => [octets.subarray(0, at), TOKENS[next(TOKENS.length)] as Uint8Array, octets.subarray(at)],
		() => [octets.subarray(0, at), other.subarray(from, from + 1 + next(60)), octets.subarray(end)],
		() => [octets.subarray(0, at)],
		() => [octets.subarray(0, at), ...Array(next(100)).fill(octets.subarray(at, end)), octets.subarray(end)],
	];
	return Uint8Array.from(Buffer.concat((changes[next(changes.length)] as () => readonly Uint8Array[])()));
}
