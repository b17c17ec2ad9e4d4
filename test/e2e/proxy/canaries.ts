import { base64sOf, spellingsOf } from '../../harness/secret-spellings.js';

/** By this every canary begins, so that a text without it, in any form, holds none. */
const WORD = 'kanarienvogel';

/** Behind the number, so that no secret's base64 is cut off inside of it. */
const END = 'xyz';

/** What makes each form of a canary another text than the canary. */
const TAIL = ' "é/+=\\';

/** One secret, and how it's written where a manager may hold it. */
export interface Canary {
  readonly plain: string;
  /** As a value in an address. */
  readonly inAddress: string;
  /** Between the quotation marks of a JSON text. */
  readonly inJson: string;
}

/** Secrets that can be distinguished, each for one place, and the search for all of them in every form. */
export class Canaries {
  private readonly planted = new Map<string, Canary>();

  /** The secret of a place. */
  plant(place: string): Canary {
    if (this.planted.has(place)) throw new Error(`there are two places called ${place}`);
    const plain = `${WORD}${String(this.planted.size).padStart(3, '0')}${END}${TAIL}`;
    const canary = { plain, inAddress: encodeURIComponent(plain), inJson: JSON.stringify(plain).slice(1, -1) };
    this.planted.set(place, canary);
    return canary;
  }

  get places(): readonly string[] {
    return [...this.planted.keys()];
  }

  get secrets(): readonly string[] {
    return [...this.planted.values()].map(({ plain }) => plain);
  }

  /** The places whose secret is in these bytes, in any form. */
  in(bytes: string): readonly string[] {
    const text = { exact: bytes, lower: bytes.toLowerCase() };
    if (!isIn(text, WORD)) return [];
    const found = [...this.planted].filter(
      ([, { plain }]) => isIn(text, plain.slice(0, -TAIL.length)) || isIn(text, plain),
    );
    return found.length > 0 ? found.map(([place]) => place) : ['an unknown place'];
  }
}

/** There are no two secrets that differ by case alone, so that only base64 is read as it is written. */
function isIn({ exact, lower }: { readonly exact: string; readonly lower: string }, secret: string): boolean {
  const isSpelt = spellingsOf(secret).some((spelling) => lower.includes(spelling.toLowerCase()));
  return isSpelt || base64sOf(secret).some((form) => exact.includes(form));
}
