import { secretsUnder } from "../../src/kernel/secrets.ts";

/** What seals the secrets of the tests' services. */
export const testSecrets = secretsUnder([Buffer.alloc(32, "a key of tests")]);
