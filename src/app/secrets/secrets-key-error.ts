/** The key for secrets is missing, unreadable or another one; the message is one line for the person who starts the service. */
export class SecretsKeyError extends Error {}
