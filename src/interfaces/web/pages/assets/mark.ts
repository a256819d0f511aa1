import { type Html, html } from "../html.ts";

/** A roof with a bird on its ridge, 32 × 32, in the text color and the accent color. */
const drawing = html`<path class="roof" d="M3.6 22.4 16 12.2l12.4 10.2" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path class="wall" d="M8 21.6V28h16v-6.4" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><path class="bird" d="M10.2 9.9c2.6.3 4-.7 4.9-2.4.8-1.6 2-2.7 3.7-2.7 1.5 0 2.7.9 3.1 2.2l2.1.9-2.1.9c-.3 2.6-2.4 4.4-5.1 4.4-2.8 0-5.400-1.200-6.600-3.300z"/>`;

/** Roost's name with its mark, for page headers. */
export const wordmark: Html = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">${drawing}</svg><span class="word">roost</span>`;

/** The mark as a file: the favicon. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.roof,.wall{stroke:#1d4d43}.bird{fill:#c4552d}@media (prefers-color-scheme:dark){.roof,.wall{stroke:#a9d8c8}.bird{fill:#f0936b}}</style>${drawing.text}</svg>`;
