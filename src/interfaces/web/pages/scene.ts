import { html } from "./html.ts";

/** A decorative village beside the sign-in form, in daylight or by night. */
export const scene = html`<svg class="scene" viewBox="0 0 480 544" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
<path class="sky" d="M0 0h480v560H0z"/>
<path class="sky-low" d="M0 300c120-26 300 34 480-12v272H0z"/>
<circle class="disc" cx="356" cy="292" r="50"/>
<path class="hill-far" d="M0 392c70-46 138-60 205-28 62-50 150-58 275-14v210H0z"/>
<path class="hill" d="M0 440c96-44 206-40 296-6 66-26 126-28 184-8v134H0z"/>
<path class="wall-shade" d="M320 408h52v52h-52z"/><path class="roof-shade" d="M310 412l36-30 36 30z"/><path class="pane" d="M332 424h12v14h-12zm20 0h12v14h-12z"/>
<path class="hill-near" d="M392 458c0-30 8-48 15-48s15 18 15 48zm-326 8c0-38 9-60 18-60s18 22 18 60zm-34 4c0-26 7-42 14-42s14 16 14 42z"/>
<path class="wall" d="M128 404h128v100H128z"/><path class="wall-shade" d="M256 404h44v100h-44z"/>
<path class="roof-shade" d="M226 340h38l46 68h-64z"/><path class="roof" d="M112 408l62-68h62l30 68z"/>
<path class="wall-shade" d="M214 322h22v34h-22z"/><path class="roof-shade" d="M210 316h30v8h-30z"/>
<path class="pane" d="M146 424h24v30h-24zm44 0h24v30h-24zm82 4h14v24h-14z"/><path class="roof-shade" d="M226 456h22v48h-22z"/>
<path class="bird" d="M150 333c9 1 14-3 17-9 3-6 7-10 13-10s10 3 11 8l8 3-8 3c-1 9-8 15-18 15-10 0-19-4-23-10z"/>
<path class="hill-near" d="M0 502c90-30 190-22 282-14 76 6 132-14 198-8v80H0z"/>
</svg>`;
