/** The readers of filter lists, by format. Builds for hosts that import compiled modules lack them: filter-readers.static.ts. */
import { readClearUrls } from "./clearurls";
import { readRemoveParam } from "./removeparam";

/** Undefined where this build lacks them. */
export const FILTER_READERS: { removeparam: typeof readRemoveParam; clearurls: typeof readClearUrls } | undefined = {
	removeparam: readRemoveParam,
	clearurls: readClearUrls,
};
