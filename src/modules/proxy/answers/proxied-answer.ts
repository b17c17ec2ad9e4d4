import type { HeaderPairs } from '../../../core/http/raw-answer.js';
import type { KidsJudge } from '../../content-policy/content-policy.public.js';
import type { HeldJson } from '../bodies/body-budget.service.js';
import type { PageInput } from '../kids/gated-query.js';
import type { GatedShape } from '../kids/gated-shape.js';

/** What goes with the headers: nothing, a document that is held, or bytes that are nothing of ours to judge. */
export type ProxiedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: HeldJson }
  | { readonly kind: 'opaque'; readonly chunks: AsyncIterable<Buffer>; readonly discard: () => void };

/** What has to be judged of an answer before a kids account sees it. */
export interface GatedRead {
  readonly is: 'due';
  readonly userId: number;
  readonly shape: GatedShape;
  /** Asks the same manager for a series, for the same caller. Its answer has to be judged, too. */
  readonly series: (id: string) => Promise<ProxiedAnswer>;
  /** The page of a list that the caller asks for. The answer is the first of those that make up the whole list. */
  readonly paged: GatedPage | null;
}

export interface GatedPage {
  readonly input: PageInput;
  /** Asks the same manager for one of the pages of the whole list, for the same caller. It has to be judged, too. */
  readonly page: (number: number) => Promise<ProxiedAnswer>;
}

export interface AppliedLimits {
  readonly is: 'done';
  readonly userId: number;
  readonly judge: KidsJudge | null;
}

/** What an instance answered, its headers cleaned, its body as it came. It can't be sent: interceptors make it what its caller may see. */
export class ProxiedAnswer {
  constructor(
    readonly status: number,
    readonly headers: HeaderPairs,
    readonly body: ProxiedBody,
    readonly signal: AbortSignal,
    /** Null where no account's limits matter. */
    readonly judging: GatedRead | AppliedLimits | null,
  ) {}

  toJSON(): never {
    throw new Error('an answer of an instance was about to be sent as it came');
  }
}
