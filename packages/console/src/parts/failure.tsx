import { Button } from "@mantine/core";
import { useWords } from "../words/words.tsx";
import { reasonOf } from "./reason.ts";

/** What went wrong, and what to do. */
export function Failure({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { words } = useWords();
  return (
    <div className="failure" role="alert">
      <strong>{words.failure.title}</strong>
      <p>{reasonOf(error, words)}</p>
      {reset && (
        <Button variant="default" onClick={reset}>
          {words.failure.again}
        </Button>
      )}
    </div>
  );
}
