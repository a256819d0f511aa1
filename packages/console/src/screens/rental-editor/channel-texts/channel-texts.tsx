import { Languages } from "lucide-react";
import { useApplications } from "../../../components/applications.ts";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { ChannelTextDialog } from "./channel-text-dialog.tsx";
import { type ChannelText, textNames, useChannelTexts, useChannelTextWriting } from "./text-writing.ts";

interface ChannelTextsProps {
  readonly rental: number;
  readonly locales: readonly string[];
}

/** Texts that an application shows instead of the rental's own (service.md, Rentals contents override). */
export function ChannelTexts({ rental, locales }: ChannelTextsProps) {
  const { language, t } = useI18n();
  const [applications, texts] = [useApplications(), useChannelTexts(rental)];
  const { remove } = useChannelTextWriting(rental);
  const left = (applications.data ?? []).filter(({ id }) => !texts.data?.some(({ links }) => links.application === id));
  const nameOf = ({ links }: ChannelText) =>
    applications.data?.find(({ id }) => id === links.application)?.name ??
    t("channelTexts.unknown", { id: String(links.application) });
  return (
    <RecordSection
      title={t("channelTexts.title")}
      hint={t("channelTexts.about")}
      icon={Languages}
      empty={applications.data?.length === 0 ? t("channelTexts.noApplications") : t("channelTexts.none")}
      add={t("channelTexts.add")}
      canAdd={left.length > 0}
      reads={[applications, texts]}
      list={texts.data}
      nameOf={nameOf}
      about={(one) => <p>{textNames.map((name) => textIn(one[name] ?? {}, language)).find((text) => text !== "")}</p>}
      dialog={(one, close) => (
        <ChannelTextDialog
          {...{ rental, locales, close }}
          id={one?.id}
          applications={left.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      removal={{
        title: (name) => t("channelTexts.removeTitle", { name }),
        confirmLabel: t("channelTexts.removeNow"),
        text: t("channelTexts.removing"),
        done: (name) => t("channelTexts.removed", { name }),
        act: remove,
      }}
    />
  );
}
