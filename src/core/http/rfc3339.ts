declare const asOnTheWire: unique symbol;

/** A time as the wire carries it: `2026-01-31T19:00:00.000Z`. Views name it, so that their description can. */
export type Rfc3339 = string & { readonly [asOnTheWire]: 'rfc3339' };

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** The first moment after the last year of four digits. */
const YEAR_10000 = 253_402_300_800_000;

/** Days whose writing is kept: more than ten years of them. */
const MOST_DAYS = 4_096;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const MINUTES = Array.from({ length: 24 * 60 }, (_, n) => `${TWO_DIGITS[Math.floor(n / 60)]}:${TWO_DIGITS[n % 60]}:`);
const MILLISECONDS = Array.from({ length: SECOND_MS }, (_, number) => `.${String(number).padStart(3, '0')}Z`);

const days = new Map<number, string>();

/**
 * An epoch-millisecond time as the wire carries it: RFC 3339, UTC. Source: doc 4 section 0.
 *
 * It is put together from pieces that are written already, which takes a tenth of what Date takes for it: a page of a hundred
 * requests holds a thousand times.
 *
 * @throws RangeError when it is no time
 */
export function rfc3339(epochMs: number): Rfc3339 {
  const isUsual = Number.isInteger(epochMs) && epochMs >= 0 && epochMs < YEAR_10000;
  return (isUsual ? pieced(epochMs) : new Date(epochMs).toISOString()) as Rfc3339;
}

function pieced(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  const ofDay = epochMs - day * DAY_MS;
  const seconds = Math.floor(ofDay / SECOND_MS);
  return `${days.get(day) ?? keptDay(day)}${MINUTES[Math.floor(seconds / 60)]}${TWO_DIGITS[seconds % 60]}${MILLISECONDS[ofDay % SECOND_MS]}`;
}

/** How a day begins: `2026-01-31T`. */
function keptDay(day: number): string {
  const written = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DDT'.length);
  if (days.size === MOST_DAYS) days.clear();
  days.set(day, written);
  return written;
}
