import { Loader } from "@mantine/core";

/** Shown while a screen is read. */
export function Waiting() {
  return (
    <output className="waiting" aria-label="…">
      <Loader type="dots" />
    </output>
  );
}
