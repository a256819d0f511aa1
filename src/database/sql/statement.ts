import { nameOf } from "./statement-name.ts";

/** An SQL text. With a name, each connection prepares it once. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
  /** The text for a cluster, which supports fewer forms, with the same parameters (docs/design/cluster.md). */
  readonly onCluster?: string;
  /** Whether requests determine the text, so that the number of texts is unbounded. */
  readonly isComposed?: boolean;
}

/** A statement written in the code; its text determines its name. */
export const constant = (text: string): Statement => ({ text, name: nameOf(text) });

/** A statement with parts that requests choose, such as columns. A connection keeps only the recently used ones prepared. */
export const composed = (text: string): Statement => ({ text, name: nameOf(text), isComposed: true });
