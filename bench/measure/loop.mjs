/** A pure loop: no memory, no system calls. bench/suites/threads.ts runs one and two of them. */
let sum = 0;
for (let index = 0; index < 600_000_000; ++index) sum = (Math.imul(sum, 31) + index) | 0;
process.exitCode = sum === 1 ? 1 : 0;
