/** Makes the entries of a directory durable. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { hasCode } from "../../failure";

/** Error codes for a directory that cannot be opened or synced: Windows, some file systems, and a directory without read permission. */
const CANNOT_SYNC = ["EISDIR", "EPERM", "EACCES", "EINVAL", "EBADF", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Makes the entries of a directory survive a power failure, where the system supports it. Throws the system's error. */
export function syncFolder(folder: string): void {
	try {
		const descriptor = openSync(folder, "r");
		try {
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		if (!CANNOT_SYNC.some((code) => hasCode(error, code))) throw error;
	}
}
