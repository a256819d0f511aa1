import classes from "./tag-dot.module.css";

/** A tag's color beside its name. */
export function TagDot({ color }: { readonly color: string }) {
  return (
    <svg className={classes.dot} viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="4.5" fill={color} />
    </svg>
  );
}
