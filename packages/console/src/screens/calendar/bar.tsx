import { HoverCard } from "@mantine/core";
import { useWords } from "../../words/words.tsx";
import type { Formats } from "../../parts/formats.ts";
import { dayWidth } from "./sizes.ts";
import { StayFacts } from "./stay-facts.tsx";
import type { Stay } from "./stays.ts";

interface BarProps {
  readonly stay: Stay;
  readonly begin: number;
  readonly formats: Formats;
  readonly open: (stay: Stay) => void;
}

/** A stay over its nights. For the pointer alone: the keyboard and screen readers have the cells beneath, which say the same. */
export function Bar({ stay, begin, formats, open }: BarProps) {
  const { words } = useWords();
  const { arrival, departure, state, guest } = stay;
  return (
    <HoverCard width={300} shadow="md" openDelay={250} closeDelay={60} withinPortal>
      <HoverCard.Target>
        <div
          className={`stay ${state}`}
          aria-hidden="true"
          data-stay={stay.reference}
          style={{
            left: `calc(var(--names) + ${(arrival - begin + 0.5) * dayWidth}px)`,
            width: (departure - arrival) * dayWidth - 3,
          }}
          onClick={() => open(stay)}
        >
          <span className="guest-of-stay">{guest ?? words.calendar.states[state]}</span>
        </div>
      </HoverCard.Target>
      <HoverCard.Dropdown aria-hidden="true">
        <StayFacts stay={stay} formats={formats} />
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
