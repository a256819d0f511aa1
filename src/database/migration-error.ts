/** The database cannot be migrated. The message names the remedy. */
export class MigrationError extends Error {}
