/** The database cannot be migrated. The message tells the person who starts the service what to do. */
export class MigrationError extends Error {}
