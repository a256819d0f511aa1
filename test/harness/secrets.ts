import { type ServiceSecrets, secretsUnder } from "../../src/kernel/access/secrets.ts";

export const testKey = Buffer.alloc(32, "a key of tests");

/** The secrets of the tests' services. */
export const testSecrets: ServiceSecrets = {
  ...secretsUnder([testKey]),
  linkKey: Buffer.alloc(32, "a link key of tests"),
};
