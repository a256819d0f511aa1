import { Link, useParams } from "@tanstack/react-router";
import { Failure } from "../../parts/failure.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import { Amenities } from "./amenities.tsx";
import { Basics } from "./basics.tsx";
import { useLocales, useRental } from "./edited-rental.ts";
import { Fees } from "./fees.tsx";
import { Policy } from "./policy.tsx";
import { Rooms } from "./rooms.tsx";
import { Taxes } from "./taxes.tsx";
import { Texts } from "./texts.tsx";
import "./rental-editor.css";

/** A rental, part by part; each is saved on its own (console.md, Screens). */
export function EditorScreen() {
  const { words } = useWords();
  const id = Number(useParams({ from: "/rentals/$rental" }).rental);
  const rental = useRental(id);
  const locales = useLocales();
  const error = rental.error ?? locales.error;
  if (error) return <Failure error={error} reset={() => void Promise.all([rental.refetch(), locales.refetch()])} />;
  if (rental.data === undefined || !locales.data) return <Waiting />;
  return (
    <div className="rental-editor">
      <Link to="/rentals">← {words.rentalEditor.all}</Link>
      {rental.data === null ? (
        <p className="empty">{words.rentalEditor.gone}</p>
      ) : (
        <div key={id}>
          <h1>{rental.data.name}</h1>
          <Basics rental={rental.data} />
          <Texts rental={rental.data} locales={locales.data} />
          <Amenities rental={id} />
          <Fees rental={rental.data} />
          <Taxes rental={id} />
          <Policy rental={id} />
          <Rooms rental={id} locales={locales.data} />
        </div>
      )}
    </div>
  );
}
