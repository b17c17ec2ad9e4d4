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
  /** Whose limits hold. */
  readonly userId: number;
  readonly shape: GatedShape;
  /** Asks the same manager for a series, for the same caller. Its answer has to be judged, too. */
  readonly series: (id: string) => Promise<ProxiedAnswer>;
  /** The page of a list that the caller asks for. The answer is the first of those that make up the whole list. */
  readonly paged: GatedPage | null;
}

/** A page of a list of which the caller sees a part. */
export interface GatedPage {
  readonly input: PageInput;
  /** Asks the same manager for one of the pages of the whole list, for the same caller. It has to be judged, too. */
  readonly page: (number: number) => Promise<ProxiedAnswer>;
}

/** By which limits an answer was made what its caller may see. */
export interface AppliedLimits {
  readonly is: 'done';
  readonly userId: number;
  /** Null for an ordinary account, which sees all of it. */
  readonly judge: KidsJudge | null;
}

/**
 * What an instance answered, its headers cleaned and its body as it came. It's on its way through the interceptors that
 * make it what its caller may see; by itself it can't be sent.
 */
export class ProxiedAnswer {
  constructor(
    readonly status: number,
    readonly headers: HeaderPairs,
    readonly body: ProxiedBody,
    /** Ends when the caller goes. */
    readonly signal: AbortSignal,
    /** Null where no account's limits matter. */
    readonly judging: GatedRead | AppliedLimits | null,
  ) {}

  /** What no interceptor has taken care of never goes out. */
  toJSON(): never {
    throw new Error('an answer of an instance was about to be sent as it came');
  }
}
