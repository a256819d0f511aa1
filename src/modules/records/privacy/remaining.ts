import Type from "typebox";

/** What the answer of an erasure says beside the record. */
export const remainsMeta = {
  remains: Type.Array(Type.String(), {
    description: "Where copies of what was erased remain until they expire, in words.",
  }),
};

/** What no operation of the service reaches. */
export const remaining = {
  remains: [
    "Backups that were made before hold the data until they expire.",
    "Payment gateways and channels keep what they were told under rules of their own.",
  ],
} as const;
