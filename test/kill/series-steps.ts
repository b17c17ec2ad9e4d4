import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import type { SeriesKind } from './series-kinds.js';

type Steps = readonly DeliveryStep[];

const LOOK: Steps = ['claimed', 'access_rechecked', 'match_rechecked', 'library_read'];
const SEARCH: Steps = ['search_noted', 'search_sent', 'search_settled'];
const END: Steps = ['outcome_recorded', 'announced'];
const EXTEND: Steps = ['started', 'series_monitored', 'episodes_monitored', ...SEARCH];

/** The steps that the delivery of each kind of series passes, from its first attempt to its last. */
export const SERIES_STEPS: Readonly<Record<SeriesKind, Steps>> = {
  unknown: [...LOOK, 'started', 'series_added', ...END],
  narrower: [
    ...[...LOOK, 'seasons_narrowed', 'started', 'series_added', ...END],
    ...[...LOOK, ...EXTEND, ...SEARCH, ...END],
  ] as Steps,
  unknown_pilot: [
    ...[...LOOK, 'started', 'series_added', ...END],
    ...[...LOOK, 'started', 'episodes_monitored', ...SEARCH, ...END],
  ] as Steps,
  put_aside: [...LOOK, ...EXTEND, ...SEARCH, ...END],
  put_aside_pilot: [...LOOK, ...EXTEND, ...END],
  partly_held: [...LOOK, ...EXTEND, ...END],
  unlearned: [...LOOK, 'refresh_sent', ...END, ...LOOK, ...EXTEND, ...SEARCH, ...END],
  held: [...LOOK, ...END],
};
