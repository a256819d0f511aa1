import { words } from "../route.ts";

/** A resource's name as words, with an indefinite article. */
export const aWord = (singular: string): string => `${/^[aeio]/.test(singular) ? "an" : "a"} ${words(singular)}`;

/** A route's description, if any, as a member to spread. */
export const described = ({ description }: { readonly description?: string }): { readonly description?: string } =>
  description === undefined ? {} : { description };
