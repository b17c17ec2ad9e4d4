import type { WrittenRequest } from '../transitions/request-transitions.service.js';

/** What became of a submission. */
export type Submission =
  /** The library holds all of it already; nothing was saved and nothing spent. */
  | { readonly kind: 'owned'; readonly title: string; readonly instanceId: string }
  /** A request stands for it: a new one, or the one that stood already. */
  | ({ readonly kind: 'saved'; readonly instanceId: string } & WrittenRequest);
