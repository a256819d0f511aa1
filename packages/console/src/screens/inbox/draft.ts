/** An answer that is being written. */
export interface Draft {
  readonly text: string;
  readonly visibility: "external" | "internal";
  /** Files that were stored already, and go with the message when it is sent. */
  readonly attachments: readonly { readonly id: number; readonly name: string }[];
}

export const emptyDraft: Draft = { text: "", visibility: "external", attachments: [] };
