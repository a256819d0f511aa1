/** A database that cannot be migrated; the message is one sentence for the person who starts the service. */
export class MigrationError extends Error {}
