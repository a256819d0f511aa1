/**
 * For `Fastify({ schemaController })`: the kernel validates and serializes, so Fastify's schema compilers are not loaded. They took 5% of
 * the startup time.
 */
export const noSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

function refuseSchema(): never {
  throw new Error(
    "A route has a Fastify schema. Declare its input and output in the kernel instead (docs/develop/kernel.md).",
  );
}
