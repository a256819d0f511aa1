import type { Pace, Terminal } from "./terminal.ts";

/** Shows progress, from two seconds on. */
export interface Progress {
  /** @param done units done @param total units in all, if known */
  readonly update: (done: number, total?: number) => void;
  readonly end: () => void;
}

/** Names the work and its unit, such as "import" and "lines". */
export interface Subject {
  readonly label: string;
  readonly unit: string;
}

const defaultPace: Pace = { after: 2000, every: 5000 };

/** Shows a bar on a terminal and removes it at the end; prints lines otherwise. Both go to standard error. */
export async function showProgress(terminal: Terminal, subject: Subject): Promise<Progress> {
  const { after, every } = terminal.pace ?? defaultPace;
  const began = performance.now();
  const shown = terminal.errorScreen ? await bar(terminal.errorScreen, subject) : lines(terminal, subject, every);
  return {
    update(done, total) {
      if (performance.now() - began >= after) shown.update(done, total);
    },
    end: shown.end,
  };
}

/** Converts progress in bytes to megabytes. */
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
    const started = new SingleBar({ stream, format, clearOnComplete: true, hideCursor: true }, Presets.shades_classic);
    started.start(total ?? 0, 0);
    return { bar: started, total };
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
