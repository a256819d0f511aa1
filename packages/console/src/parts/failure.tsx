import { Button } from "@mantine/core";
import { RoostError } from "@roost/client";
import { useWords } from "../words/words.tsx";

/** What went wrong, in the service's own words where it has any, and what to do. */
export function Failure({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const { words } = useWords();
  return (
    <div className="failure" role="alert">
      <strong>{words.failure.title}</strong>
      <p>{error instanceof RoostError ? error.message : words.failure.text}</p>
      {reset && (
        <Button variant="default" onClick={reset}>
          {words.failure.again}
        </Button>
      )}
    </div>
  );
}
