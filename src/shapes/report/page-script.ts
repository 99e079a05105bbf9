/** The script of the page: the build puts what page-main.ts and its imports make in place of this text. */
export const PAGE_SCRIPT = "";
