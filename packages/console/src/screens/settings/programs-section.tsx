import { useWords } from "../../words/words.tsx";

/** Programs that work with the account, and what is sent to them: pages of the service itself. */
export function ProgramsSection() {
  const { words } = useWords();
  return (
    <section>
      <h2>{words.settings.titles.programs}</h2>
      <p>{words.settings.programs}</p>
      <p>
        <a href="/applications">{words.settings.toPrograms}</a>
      </p>
    </section>
  );
}
