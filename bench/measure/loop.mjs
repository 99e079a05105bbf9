/**
 * A pure loop: no memory, no system calls. bench/suites/threads.ts runs one and two of them. It is a short function that is called often:
 * one long loop may stay in slow code for seconds, because V8 replaces code in the middle of a loop only now and then.
 */
let sum = 0;
for (let call = 0; call < 600_000; ++call) sum = loop(sum);
process.exitCode = sum === 1 ? 1 : 0;

function loop(start) {
	let sum = start;
	for (let index = 0; index < 1000; ++index) sum = (Math.imul(sum, 31) + index) | 0;
	return sum;
}
