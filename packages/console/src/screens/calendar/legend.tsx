import { useWords } from "../../words/words.tsx";

const states = ["booked", "hold", "unavailable", "mirrored"] as const;

/** What the colours mean. */
export function Legend() {
  const { words } = useWords();
  return (
    <ul className="legend" aria-label={words.calendar.legend}>
      {states.map((state) => (
        <li key={state}>
          <span className={`swatch ${state}`} aria-hidden="true" />
          {words.calendar.states[state]}
        </li>
      ))}
      <li>
        <span className="swatch closed" aria-hidden="true" />
        {words.calendar.closedArrival}
      </li>
    </ul>
  );
}
