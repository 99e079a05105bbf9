/**
 * No readers of filter lists, for hosts that import compiled modules: ../crawl-builds.static.ts. They are a fifth of the
 * JavaScript there, and a worker has no time to read a list of a thousand expressions at each start.
 */
export const FILTER_READERS = undefined;
