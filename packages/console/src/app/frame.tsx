import { Waiting } from "../components/waiting.tsx";

/** Shown until the session is loaded. Same markup as index.html, which is painted before any script loads. */
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
