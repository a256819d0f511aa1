/** An unsent message. */
export interface Draft {
  readonly text: string;
  readonly visibility: "external" | "internal";
  /** Uploaded files that will be sent with the message. */
  readonly attachments: readonly { readonly id: number; readonly name: string }[];
}

export const emptyDraft: Draft = { text: "", visibility: "external", attachments: [] };
