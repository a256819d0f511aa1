import { Failure } from "../../../components/failure.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { FeeList } from "./fee-list.tsx";
import { TaxList } from "./tax-list.tsx";

/** The fees and taxes that rentals share. A rental's editor adds them to the rental (service.md, Rentals fee). */
export function ChargesSection() {
  const locales = useLocales();
  if (locales.error) return <Failure error={locales.error} reset={() => void locales.refetch()} />;
  if (!locales.data) return <Waiting />;
  return (
    <>
      <FeeList locales={locales.data} />
      <TaxList locales={locales.data} />
    </>
  );
}
