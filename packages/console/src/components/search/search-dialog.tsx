import { Combobox, Loader, Modal, TextInput, useCombobox } from "@mantine/core";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { reasonOf } from "../reason.ts";
import { BlockDialog } from "./block-dialog.tsx";
import type { Result } from "./result-groups.ts";
import classes from "./search.module.css";
import type { BlockedRental } from "./use-actions.ts";
import { useResults } from "./use-results.ts";

/** The search over everything, with actions (console.md, The job decides). */
export function SearchDialog({ close }: { readonly close: () => void }) {
  const { t } = useI18n();
  const [blocked, setBlocked] = useState<BlockedRental>();
  if (blocked) return <BlockDialog rental={blocked} close={close} />;
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      yOffset="10dvh"
      padding={0}
      aria-label={t("search.title")}
      centered={false}
      classNames={{ content: classes.content ?? "" }}
    >
      <Results block={setBlocked} close={close} />
    </Modal>
  );
}

interface ResultsProps {
  readonly block: (rental: BlockedRental) => void;
  readonly close: () => void;
}

function Results({ block, close }: ResultsProps) {
  const { t } = useI18n();
  const [searchText, setSearchText] = useState("");
  const { groups, isSearching, error } = useResults(searchText, block);
  const combobox = useCombobox({ opened: true });
  const results = new Map(groups.flatMap((group) => group.results.map((result) => [result.key, result])));
  const keys = [...results.keys()].join();
  // Enter takes the first result; the arrow keys choose another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results' keys say when the options have changed
  useEffect(() => {
    combobox.selectFirstOption();
  }, [keys]);
  const act = (key: string) => {
    const result = results.get(key);
    if (result === undefined) return;
    // Blocking has its own dialog.
    if (!key.startsWith("block ")) close();
    result.act();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={act}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t("search.title")}
          autoComplete="off"
          size="md"
          variant="unstyled"
          className={classes.field ?? ""}
          placeholder={t("search.placeholder")}
          leftSection={<Search aria-hidden size={18} />}
          rightSection={isSearching ? <Loader size="xs" /> : null}
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <output className={classes.status}>
        {error && reasonOf(error, t)}
        {!error && !isSearching && results.size === 0 && t("search.none")}
      </output>
      <Combobox.Options className={classes.results ?? ""} aria-label={t("search.results")}>
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={t(`search.groups.${group.name}`)}>
            {group.results.map((result) => (
              <Line key={result.key} result={result} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

function Line({ result: { key, label, detail, icon: Icon } }: { readonly result: Result }) {
  return (
    <Combobox.Option value={key} className={classes.line ?? ""}>
      <Icon aria-hidden size={18} />
      <span>{label}</span>
      {detail && <small>{detail}</small>}
    </Combobox.Option>
  );
}
