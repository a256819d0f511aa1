import { mixed, readableOn, textOn } from "../../../core/contrast.ts";

/** The grounds of the pages by day and by night (tokens.css). */
const grounds = { light: "#f5f1e8", dark: "#1a2422" } as const;

/** A site's stylesheet: its color in place of the service's, always readable. @param color `#rrggbb` or `#rgb` */
export function brandStyles(color: string): string {
  return `:root{${variables(color, grounds.light, "#000000")}}
@media (prefers-color-scheme:dark){:root{${variables(color, grounds.dark, "#ffffff")}}}
`;
}

/** The color's variables by day, for pages whose ground is unknown. */
export const brandVariables = (color: string): string => variables(color, "#ffffff", "#000000");

function variables(color: string, ground: string, stronger: string): string {
  const brand = readableOn(color, ground);
  const values = {
    brand,
    "brand-strong": mixed(brand, stronger, 0.2),
    "on-brand": textOn(brand),
    accent: brand,
    "brand-ground": mixed(ground, brand, 0.1),
  };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}
