import type { Terminal } from "./terminal.ts";

/** Shows how far an import is. */
export interface ImportProgress {
  readonly update: (lines: number) => void;
  readonly end: () => void;
}

/** A bar on a person's screen; in a log, a line for every tenth part. */
export async function importProgress({ screen, err }: Terminal, total: number): Promise<ImportProgress> {
  if (!screen) return inLines(err, total);
  const { SingleBar, Presets } = await import("cli-progress");
  const bar = new SingleBar({ stream: screen.output, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { update: (lines) => bar.update(lines), end: () => bar.stop() };
}

function inLines(err: Terminal["err"], total: number): ImportProgress {
  let told = 0;
  return {
    update(lines) {
      const tenths = Math.floor((lines * 10) / total);
      if (tenths <= told || total < 1000) return;
      told = tenths;
      err(`${lines} of ${total} lines\n`);
    },
    end: () => undefined,
  };
}
