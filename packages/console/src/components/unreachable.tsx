/** Shown before the messages are loaded, so in English. */
export function Unreachable({ again }: { readonly again: () => void }) {
  return (
    <div className="failure" role="alert">
      <strong>The service could not be reached.</strong>
      <p>Check your connection and try again.</p>
      <button type="button" className="quiet" onClick={again}>
        Try again
      </button>
    </div>
  );
}
