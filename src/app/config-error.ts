/** A setting has an invalid value. The message is one line for the operator. */
export class ConfigError extends Error {}
