import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { type PricedRental, useMapWriting } from "../../components/prices/rate-map.ts";
import { textIn } from "../../components/text-in.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** The maximum length of a table's name (service.md, Rates table). */
const maxNameLength = 25;

interface NoTableProps {
  readonly rental: PricedRental;
  /** Explains the missing rates table. */
  readonly why: string;
}

/** The empty state of a rental without a rates table, with actions to create one or share an existing one. */
export function NoTable({ rental, why }: NoTableProps) {
  const { t } = useI18n();
  const { client, may } = useSession();
  const { notify } = useNotices();
  const tables = useTables();
  const assigning = useAssignTable(rental);
  const [chosen, setChosen] = useState("");
  const making = useSubmit({
    mutationFn: async () => {
      const name = [...rental.name].slice(0, maxNameLength).join("").trim();
      const { data } = await client.POST("/rates_tables", { body: { rates_tables: [{ name }] } });
      const [made] = data.rates_tables;
      if (made) await assigning.mutateAsync(made.id);
    },
    onSuccess: () => notify({ text: t("ratesTables.made") }),
  });
  if (!may("rates_write") || !may("rentals_write")) return <p className="hint">{why}</p>;
  // The API would reject it (service.md, Rates table).
  if (rental.isWritten)
    return (
      <p className="hint">
        {`${why} ${t("ratesTables.written")} `}
        <Link to="/rates" search={{ rental: rental.id, view: "nights" }}>
          {t("rates.follow")}
        </Link>
      </p>
    );
  return (
    <section>
      <p className="hint">{why}</p>
      <Group align="end" gap="sm">
        <Button loading={making.isPending} onClick={() => making.submit()}>
          {t("ratesTables.make")}
        </Button>
        {tables.data && tables.data.length > 0 && (
          <>
            <NativeSelect
              label={t("ratesTables.existing")}
              value={chosen}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
              data={[
                { value: "", label: t("ratesTables.choose") },
                ...tables.data.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` })),
              ]}
            />
            <Button
              variant="default"
              disabled={chosen === ""}
              loading={assigning.isPending && !making.isPending}
              onClick={() => assigning.mutate(Number(chosen))}
            >
              {t("ratesTables.use")}
            </Button>
          </>
        )}
      </Group>
      <FormProblems error={making.error ?? assigning.error ?? tables.error} excluded={[]} />
    </section>
  );
}

/** Assigns a rates table to the rental. */
function useAssignTable(rental: PricedRental) {
  const { account } = useSession();
  const { putRental } = useMapWriting();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (table: number) => {
      await putRental(rental, { rates_table_id: table });
      await queries.invalidateQueries({ queryKey: [account.id] });
    },
  });
}

/** The tables that rentals may share. Applications' tables are excluded. */
function useTables() {
  const { language } = useI18n();
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rates_tables", "shared", language],
    queryFn: async ({ signal }) => {
      const tables: { readonly id: number; readonly name: string }[] = [];
      const query = { fields: [...(["id", "name", "shared"] as const)] };
      for await (const { id, name, shared } of client.records("/rates_tables", { params: { query }, signal }))
        if (shared) tables.push({ id, name: textIn(name, language) });
      return tables;
    },
  });
}
