import Type from "typebox";

/** The `meta` of an erasure's response. */
export const remainsMeta = {
  remains: Type.Array(Type.String(), {
    description: "Where copies of the erased data remain until they expire, in words.",
  }),
};

/** Copies that Roost can't erase. */
export const remaining = {
  remains: [
    "Backups made before the erasure keep the data until they expire.",
    "Payment gateways and channels keep the data they received, under their own rules.",
  ],
} as const;
