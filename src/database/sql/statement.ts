import { nameOf } from "./statement-name.ts";

/** An SQL text; with a name it is prepared once a connection and planned once. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
  /** Whether a request decides what the text is, and so how many there are. */
  readonly isComposed?: boolean;
}

/** A statement that is written in the code, and prepared under the name that its text gives it. */
export const constant = (text: string): Statement => ({ text, name: nameOf(text) });

/** A statement of which requests choose parts, such as its columns: a connection keeps the ones used last prepared. */
export const composed = (text: string): Statement => ({ text, name: nameOf(text), isComposed: true });
