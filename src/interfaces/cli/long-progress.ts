import type { Terminal } from "./terminal.ts";

/** Milliseconds after which somebody wants to know. */
const patience = 2000;

/**
 * Shows how far something is that takes longer than two seconds: a bar on a person's screen; in a log, a line for every tenth part.
 * @param what begins the lines: `backup`
 * @param now milliseconds since whenever
 */
export function longProgress(terminal: Terminal, what: string, now = (): number => performance.now()) {
  const began = now();
  let show: ((done: number, total: number) => void) | undefined;
  let end = (): void => undefined;
  return {
    update(done: number, total: number): void {
      show?.(Math.min(done, total), total);
      if (show || now() - began < patience) return;
      const shown = terminal.screen ? bar(terminal.screen.output) : lines(terminal, what);
      [show, end] = [shown.show, shown.end];
    },
    end: (): void => end(),
  };
}

function lines({ err }: Terminal, what: string) {
  let told = 0;
  return {
    show(done: number, total: number): void {
      const tenths = Math.floor((done * 10) / total);
      if (tenths <= told) return;
      told = tenths;
      err(`${what}: ${tenths * 10} %\n`);
    },
    end: (): void => undefined,
  };
}

function bar(output: NodeJS.WritableStream) {
  const loading = import("cli-progress").then(({ SingleBar, Presets }) => {
    const made = new SingleBar({ stream: output, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
    made.start(100, 0);
    return made;
  });
  return {
    show: (done: number, total: number): void =>
      void loading.then((made) => made.update(Math.floor((done * 100) / total))),
    end: (): void => void loading.then((made) => made.stop()),
  };
}
