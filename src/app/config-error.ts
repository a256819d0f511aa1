/** A setting with a wrong value; the message is one line for the person who starts the service. */
export class ConfigError extends Error {}
