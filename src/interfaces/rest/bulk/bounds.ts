/** The API's path prefix, and the path of bulk requests below it. */
export const root = "/api/v3";
export const bulkPath = "/bulk";

/** Operations per bulk request (conventions.md, Bulk). */
export const maxOperations = 100;

/** Members per operation, unknown ones included (conventions.md, Bounds). */
export const maxMembers = 10;

/** Bytes of responses after which a bulk request refuses further reads. */
export const maxAnsweredBytes = 16 * 1024 * 1024;

/** An atomic bulk request holds a connection and its locks. After this time it begins no further operation. */
export const maxAtomicMs = 30_000;
