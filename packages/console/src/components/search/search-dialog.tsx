import { Combobox, Loader, Modal, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { reasonOf } from "../reason.ts";
import { BlockDialog } from "./block-dialog.tsx";
import type { Result } from "./result-groups.ts";
import classes from "./search.module.css";
import type { BlockedRental } from "./use-actions.ts";
import { useMark } from "./use-mark.ts";
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
  const results = groups.flatMap((group) => group.results);
  const act = (result: Result) => {
    // Blocking has its own dialog.
    if (!result.key.startsWith("block ")) close();
    result.act();
  };
  const { store, marked, optionId, enter, forget } = useMark({ results, isSearching, act });
  return (
    <Combobox
      store={store}
      onOptionSubmit={(key) => {
        const result = results.find((one) => one.key === key);
        if (result) act(result);
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute aria-activedescendant={optionId(marked)}>
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
          onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && enter()}
          onChange={({ currentTarget }) => {
            setSearchText(currentTarget.value);
            forget();
          }}
        />
      </Combobox.EventsTarget>
      <output className={classes.status}>
        {error && reasonOf(error, t)}
        {!error && !isSearching && results.length === 0 && t("search.none")}
      </output>
      <Combobox.Options className={classes.results ?? ""} aria-label={t("search.results")}>
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={t(`search.groups.${group.name}`)}>
            {group.results.map((result) => (
              <Line key={result.key} id={optionId(result)} result={result} isMarked={result === marked} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

interface LineProps {
  readonly id: string | undefined;
  readonly result: Result;
  readonly isMarked: boolean;
}

function Line({ id, result: { key, label, detail, icon: Icon }, isMarked }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) line.current?.scrollIntoView({ block: "nearest" });
  }, [isMarked]);
  return (
    <Combobox.Option
      ref={line}
      {...(id === undefined ? {} : { id })}
      value={key}
      selected={isMarked}
      aria-selected={isMarked}
      className={classes.line ?? ""}
    >
      <Icon aria-hidden size={18} />
      <span>{label}</span>
      {detail && <small>{detail}</small>}
    </Combobox.Option>
  );
}
