import { words } from "../route.ts";

/** A resource's name as words, with its article. */
export const aWord = (singular: string): string => `${/^[aeio]/.test(singular) ? "an" : "a"} ${words(singular)}`;

/** The description of a route, where there is one. */
export const described = ({ description }: { readonly description?: string }): { readonly description?: string } =>
  description === undefined ? {} : { description };
