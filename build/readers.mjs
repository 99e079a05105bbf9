/**
 * `npm run test:readers`: installs nginx, Apache, HAProxy, Varnish, lighttpd, Squid, Traffic Server, H2O, Caddy, Tomcat, a server of Go,
 * and the routers of npm and PyPI, and compares `agree` with what each reads, on 10,000 generated targets. `-- 1000 7` compares on
 * fewer, from seed 7, `-- NAME…` with these servers. A server that cannot be installed is a failure.
 */
import { prepare } from "./prepare.mjs";

await prepare();
const { runReaders } = await import("../test/readers/main.mjs");
const args = process.argv.slice(2);
const isNumber = (arg) => /^[0-9]+$/.test(arg);
const [count = 10_000, seed] = args.filter(isNumber).map(Number);
const names = args.filter((arg) => !isNumber(arg));
const { lines, passed, failed } = await runReaders(count, names, seed);
console.log(lines.join("\n"));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
