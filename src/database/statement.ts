/** An SQL text; with a name it is prepared once a connection and planned once. */
export interface Statement {
  readonly text: string;
  readonly name?: string;
}
