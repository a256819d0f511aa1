import { Button } from "@mantine/core";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import cards from "../cards.module.css";
import { useImports } from "./imports.ts";

/** The account's earlier imports, newest first. An unfinished one continues at its step. */
export function PastImports({ open }: { readonly open: (id: number) => void }) {
  const { t } = useI18n();
  const formats = useFormats();
  const imports = useImports();
  if (!imports.data) return <Pending reads={[imports]} />;
  if (imports.data.length === 0) return null;
  return (
    <section>
      <h2>{t("imports.past")}</h2>
      <ul className={cards.cards}>
        {imports.data.toReversed().map(({ id, kind, file_name, state, created_at }) => {
          const name = file_name ?? t("imports.erasedFile");
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p>
                  {t(`imports.kinds.${kind}`)} · {formats.moment(created_at)}
                </p>
              </div>
              <p>{t(`imports.states.${state}`)}</p>
              <Button variant="default" aria-label={t("imports.openOf", { name })} onClick={() => open(id)}>
                {t("imports.open")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
