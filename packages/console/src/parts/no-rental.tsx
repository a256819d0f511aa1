import { Link } from "@tanstack/react-router";
import { useWorking } from "../app/session.tsx";
import { useWords } from "../words/words.tsx";

/** That the account has no rental yet, and where whoever may makes one. */
export function NoRental() {
  const { words } = useWords();
  const { may } = useWorking();
  return (
    <p className="empty">
      {words.calendar.none} {may("rentals_write") && <Link to="/rentals">{words.rentalLinks.add}</Link>}
    </p>
  );
}
