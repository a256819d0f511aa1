/** What a rates rule's sentence is made of, each already written in the language (pricing.md §3). */
export interface RuleFacts {
  readonly days: string;
  readonly length: string;
  /** Such as "10 % more". */
  readonly change: string;
  /** Of the nightly rate, such as "75 %". */
  readonly share: string;
  readonly amount: string;
  readonly guests: number;
}
