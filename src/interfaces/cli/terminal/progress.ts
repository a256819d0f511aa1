import type { Pace, Terminal } from "./terminal.ts";

/** Shows how far something is. Nothing is shown before two seconds. */
export interface Progress {
  /** @param done how much is done by now @param total how much it is in all, where that is known by now */
  readonly update: (done: number, total?: number) => void;
  readonly end: () => void;
}

/** What is in progress: a word for what is done, and one for its unit, such as "import" and "lines". */
export interface Subject {
  readonly label: string;
  readonly unit: string;
}

const usualPace: Pace = { after: 2000, every: 5000 };

/** A bar on a person's screen, which is gone at the end; lines in a log. Both on standard error. */
export async function showProgress(terminal: Terminal, subject: Subject): Promise<Progress> {
  const { after, every } = terminal.pace ?? usualPace;
  const began = performance.now();
  const shown = terminal.errorScreen ? await bar(terminal.errorScreen, subject) : lines(terminal, subject, every);
  return {
    update(done, total) {
      if (performance.now() - began >= after) shown.update(done, total);
    },
    end: shown.end,
  };
}

/** The same, told of bytes. */
export function inMegabytes({ update, end }: Progress) {
  return { update: (done: number, total: number) => update(inWhole(done), inWhole(total)), end };
}

const inWhole = (bytes: number): number => Math.ceil(bytes / 1_000_000);

async function bar(stream: NodeJS.WritableStream, { label, unit }: Subject): Promise<Progress> {
  const { SingleBar, Presets } = await import("cli-progress");
  let shown: { bar: InstanceType<typeof SingleBar>; total: number | undefined } | undefined;
  const end = (): void => {
    shown?.bar.stop();
    shown = undefined;
  };
  const begin = (total: number | undefined) => {
    const format =
      total === undefined ? `${label} {value} ${unit}` : `${label} {bar} {percentage}% {value}/{total} ${unit}`;
    const made = new SingleBar({ stream, format, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
    made.start(total ?? 0, 0);
    return { bar: made, total };
  };
  return {
    update(done, total) {
      if (shown?.total !== total) end();
      shown ??= begin(total);
      shown.bar.update(done);
    },
    end,
  };
}

function lines({ err }: Terminal, { label, unit }: Subject, every: number): Progress {
  let last = -Infinity;
  return {
    update(done, total) {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      err(`${label}: ${done}${total === undefined ? "" : ` of ${total}`} ${unit}\n`);
    },
    end: () => undefined,
  };
}
