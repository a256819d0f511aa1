/** Where the API begins, and where in it bulk requests go. */
export const root = "/api/v3";
export const bulkPath = "/bulk";

/** The most operations of one bulk request (conventions.md, Bulk). */
export const mostOperations = 100;

/** Members of one operation, known or not (conventions.md, Bounds). */
export const maxMembers = 10;

/** Bytes of answers after which a bulk request reads no more: one answer of it would be too long for everybody. */
export const mostAnswered = 16 * 1024 * 1024;
