/** A rule as the twin knows it. Hours are UTC: its rentals' clocks do not change. */
export interface TwinRule {
  readonly name: string;
  on: boolean;
  anchor: "arrival" | "departure" | "inquiry";
  /** The step at which it was last switched on. */
  onSince: number;
  offsetDays: number;
  hour: number;
  ifLate: "send" | "skip";
  minNights: number | null;
  language: string | null;
}

/** A booking as the twin knows it. Days count from the first day of its world, which does not move. */
export interface TwinStay {
  readonly reference: string;
  arrival: number;
  nights: number;
  readonly language: string;
  readonly hasAddress: boolean;
  canceled: boolean;
  restricted: boolean;
  readonly imported: boolean;
  readonly isBlock: boolean;
}

/** An inquiry as the twin knows it. */
export interface TwinInquiry {
  readonly reference: string;
  /** The step and the day on which it came. */
  readonly step: number;
  readonly day: number;
  /** Null without dates. */
  nights: number | null;
  readonly language: string;
  /** Booked, spam, or of a restricted guest. */
  ended: boolean;
}

/** The moment of a rule for a stay or an inquiry, in hours since the world's first day. */
interface Moment {
  readonly due: number;
  /** Until when a missed moment is made up for, beside the grace. */
  readonly until: number;
  readonly hasAddress: boolean;
}

const hoursOfDay = 24;
/** A past moment is made up for within three days, or while the guest is there. */
const graceHours = 3 * hoursOfDay;

/**
 * Computes the mails that rules must have sent, from inputs alone: it looks at every rule, stay and inquiry whenever one changes or time has
 * passed, and knows nothing of planned actions. Mails are `rule reference`.
 */
export class Twin {
  readonly sent: string[] = [];
  private readonly pending = new Map<string, number>();
  private readonly done = new Set<string>();
  private readonly departureHour: number;

  constructor(departureHour: number) {
    this.departureHour = departureHour;
  }

  /** @param now hours since the world's first day */
  look(rules: readonly TwinRule[], stays: readonly TwinStay[], inquiries: readonly TwinInquiry[], now: number): void {
    for (const rule of rules) {
      for (const stay of stays) this.decide(rule, stay.reference, this.momentOfStay(rule, stay), now);
      for (const inquiry of inquiries) this.decide(rule, inquiry.reference, momentOfInquiry(rule, inquiry), now);
    }
  }

  private momentOfStay(rule: TwinRule, stay: TwinStay): Moment | undefined {
    if (!applies(rule, stay)) return undefined;
    const day = rule.anchor === "arrival" ? stay.arrival : stay.arrival + stay.nights;
    return {
      due: hourOf(rule, day),
      until: (stay.arrival + stay.nights) * hoursOfDay + this.departureHour,
      hasAddress: stay.hasAddress,
    };
  }

  private decide(rule: TwinRule, reference: string, moment: Moment | undefined, now: number): void {
    const key = `${rule.name} ${reference}`;
    if (this.done.has(key)) return;
    if (!moment) {
      this.pending.delete(key);
      return;
    }
    const { due, until, hasAddress } = moment;
    if (due > now) {
      this.pending.set(key, due);
      return;
    }
    const isRecent = due > now - graceHours || until > now;
    const wasPlanned = this.pending.get(key) === due;
    this.pending.delete(key);
    if (!isRecent || (!wasPlanned && rule.ifLate === "skip")) return;
    this.done.add(key);
    if (hasAddress) this.sent.push(key);
  }
}

const hourOf = (rule: TwinRule, day: number): number => (day + rule.offsetDays) * hoursOfDay + rule.hour;

function applies(rule: TwinRule, stay: TwinStay): boolean {
  return (
    rule.on &&
    rule.anchor !== "inquiry" &&
    !(stay.canceled || stay.restricted || stay.imported || stay.isBlock) &&
    (rule.minNights === null || stay.nights >= rule.minNights) &&
    (rule.language === null || rule.language === stay.language)
  );
}

function momentOfInquiry(rule: TwinRule, inquiry: TwinInquiry): Moment | undefined {
  const isMeant =
    rule.on &&
    rule.anchor === "inquiry" &&
    rule.onSince <= inquiry.step &&
    !inquiry.ended &&
    (rule.minNights === null || (inquiry.nights !== null && inquiry.nights >= rule.minNights)) &&
    (rule.language === null || rule.language === inquiry.language);
  return isMeant ? { due: hourOf(rule, inquiry.day), until: 0, hasAddress: true } : undefined;
}
