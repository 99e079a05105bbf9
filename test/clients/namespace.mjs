/** Options of `unshare`: no network but loopback, and no process outlives the one that is started, which ends with the suite. */
export const NAMESPACE = "--net --pid --fork --kill-child --mount-proc".split(" ");
if (process.getuid() !== 0) NAMESPACE.unshift("--map-root-user");
