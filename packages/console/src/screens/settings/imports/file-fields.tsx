import { NativeSelect, NumberInput } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./imports.module.css";
import { type Import, type ImportChange, kinds, type Mapping } from "./imports.ts";

/** The systems whose files have a profile: their own names. */
const profiles = {
  airbnb: "Airbnb",
  booking_com: "Booking.com",
  vrbo: "Vrbo",
  lodgify: "Lodgify",
  smoobu: "Smoobu",
  guesty: "Guesty",
  hostaway: "Hostaway",
  ownerrez: "OwnerRez",
  beds24: "Beds24",
} as const satisfies Record<NonNullable<Import["profile"]>, string>;

const encodings = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Windows-1252",
} as const;

const isIn = <Name extends string>(names: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(names, name);

interface FileFieldsProps {
  readonly record: Import;
  readonly mapping: Mapping;
  readonly change: (change: ImportChange) => void;
}

/** The file as it was recognized: kind, system, encoding, and rows above the names. */
export function FileFields({ record, mapping, change }: FileFieldsProps) {
  const { t } = useI18n();
  const { kind, profile, file_name, encoding, lines_count } = record;
  return (
    <>
      <p>
        <strong>{file_name ?? t("imports.erasedFile")}</strong>{" "}
        {lines_count !== null && t("imports.lines", { count: lines_count })}
      </p>
      <div className={classes.fields}>
        <NativeSelect
          label={t("imports.kind")}
          value={kind}
          onChange={({ currentTarget: { value } }) => change({ kind: kinds.find((one) => one === value) ?? kind })}
          data={kinds.map((value) => ({ value, label: t(`imports.kinds.${value}`) }))}
        />
        <NativeSelect
          label={t("imports.profile")}
          value={profile ?? ""}
          onChange={({ currentTarget: { value } }) => isIn(profiles, value) && change({ profile: value })}
          data={[
            { value: "", label: t("imports.noProfile"), disabled: true },
            ...Object.entries(profiles).map(([value, label]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          label={t("imports.encoding")}
          value={mapping.encoding ?? encoding ?? "utf-8"}
          onChange={({ currentTarget: { value } }) =>
            isIn(encodings, value) && change({ mapping: { ...mapping, encoding: value } })
          }
          data={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
        />
        <NumberInput
          allowDecimal={false}
          allowNegative={false}
          label={t("imports.skipRows")}
          min={0}
          max={100}
          placeholder={t("imports.recognized")}
          value={mapping.skip_rows ?? ""}
          onChange={(rows) => {
            const { skip_rows: _, ...rest } = mapping;
            change({ mapping: typeof rows === "number" ? { ...rest, skip_rows: rows } : rest });
          }}
        />
      </div>
    </>
  );
}
