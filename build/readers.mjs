/**
 * `npm run test:readers`: installs nginx, Apache, HAProxy, Varnish, lighttpd, Squid, Traffic Server, H2O, Caddy, Tomcat, a server of Go,
 * and the routers of npm and PyPI, and compares `agree` with what each reads, on 10,000 generated targets. `-- 1000` compares on fewer,
 * `-- NAME…` with these servers. A server that cannot be installed is a failure.
 */
import { prepare } from "./prepare.mjs";

await prepare();
const { runReaders } = await import("../test/readers/main.mjs");
const args = process.argv.slice(2);
const count = Number(args.find((arg) => /^[0-9]+$/.test(arg)) ?? 10_000);
const { lines, passed, failed } = await runReaders(
	count,
	args.filter((arg) => !/^[0-9]+$/.test(arg)),
);
console.log(lines.join("\n"));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
