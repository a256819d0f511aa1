import { Waiting } from "../components/waiting.tsx";

/** What stands there until it is known who is signed in: the same as in index.html, which is painted before any script has come. */
export function Frame() {
  return (
    <>
      <header className="shell">
        <span className="brand">
          <img src="/assets/roost.svg" alt="" width="26" height="26" /> Roost
        </span>
      </header>
      <main id="screen">
        <Waiting />
      </main>
    </>
  );
}
