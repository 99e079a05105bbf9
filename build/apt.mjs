/** Packages of Debian and Ubuntu. */
import { downloads } from "./prepare.mjs";

/**
 * One at a time: suites that run side by side install packages. apt-get waits for the lock of dpkg if told to, but for its own locks,
 * of the lists and the downloads, it never does.
 */
const ALONE = ["/var/lib/apt", "apt-get", "-o", "DPkg::Lock::Timeout=600", "--quiet", "--quiet"];

/** Installs a package. Throws if that fails. */
export function installByApt(name) {
	console.error(`urlsieve: installing ${name} …`);
	const stdio = ["ignore", "ignore", 2];
	downloads("flock", [...ALONE, "update"], { stdio });
	if (!downloads("flock", [...ALONE, "install", "--yes", "--no-install-recommends", name], { stdio }))
		throw new Error(`apt-get cannot install ${name}; see its messages above`);
}
