import type { StatusNow } from './request-status.js';
import type { AllowanceQuote } from '../../quotas/quotas.public.js';
import type { WrittenRequest } from '../transitions/request-transitions.service.js';

/** The result of a submission. */
export type Submission =
  /** The library already holds all of it; nothing was saved and nothing spent. */
  | {
      readonly kind: 'owned';
      readonly title: string;
      readonly instanceId: string;
      /** A book: its status. */
      readonly now?: StatusNow;
    }
  /** An open request covers it: a new one, or one that existed before. */
  | ({ readonly kind: 'saved'; readonly instanceId: string } & WrittenRequest);

/** What a selection would cost. */
export interface PricedSelection {
  readonly quote: AllowanceQuote;
  /** A series: the provider's numbers of the selected seasons. Undefined for a film. */
  readonly seasons?: readonly number[];
}
