/** The editions of the standard: 1994 is RFC 1738, 1997 draft-fielding-url-syntax-05, 2003 2396bis-01, 2005 RFC 3986. */
export type Edition = "1994" | "1997" | "2003" | "2005";
