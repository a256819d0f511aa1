/** One value of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A scrape of `/metrics`, as Prometheus reads it (text format 0.0.4). */
export class Scrape {
  readonly samples: readonly Sample[];

  constructor(text: string) {
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    this.samples = lines.map(sampleOf);
  }

  /** The values of a name with at least these labels. */
  of(name: string, labels: Readonly<Record<string, string>> = {}): Sample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The only value of a name and labels; undefined for none or several. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const found = this.of(name, labels);
    return found.length === 1 ? found[0]?.value : undefined;
  }
}

function sampleOf(line: string): Sample {
  const [, name = "", labels = "", value = ""] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === "") throw new Error(`No sample: ${line}`);
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = "", text = ""]) => [label, text])),
    value: Number(value),
  };
}

/** Scrapes a port. @throws unless the status is 200 */
export async function scrape(port: string | number, token?: string): Promise<Scrape> {
  const answer = await fetch(`http://localhost:${port}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}: ${await answer.text()}`);
  return new Scrape(await answer.text());
}
