/** The secrets key is missing, unreadable or wrong. The message is one line for the operator. */
export class SecretsKeyError extends Error {}
