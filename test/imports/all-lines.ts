import type { LineFile, SourceLine } from "../../src/modules/records/imports/source-line.ts";

/** All lines of a small file. */
export const allLines = async ({ batches }: LineFile): Promise<SourceLine[]> =>
  (await Array.fromAsync(batches())).flat();
