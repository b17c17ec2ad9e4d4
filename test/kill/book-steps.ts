import type { DeliveryStep } from '../../src/modules/requests/delivery/delivery-trace.service.js';
import type { BookKind } from './book-kinds.js';

type Steps = readonly DeliveryStep[];

const LOOK: Steps = ['claimed', 'access_rechecked', 'library_read', 'bound'];
const SEARCH: Steps = ['search_noted', 'search_sent', 'search_settled'];
const END: Steps = ['outcome_recorded', 'announced'];
const ADD: Steps = [...LOOK, 'started', 'book_added', ...END];

/** The steps that the delivery of each kind of book passes, from its first attempt to its last. */
export const BOOK_STEPS: Readonly<Record<BookKind, Steps>> = {
  unknown: ADD,
  // Its author has come with the places of one format.
  both: [...ADD, ...LOOK, 'started', 'author_placed', 'book_added', ...END],
  late: [...LOOK, 'started', ...END, ...LOOK, 'started', ...SEARCH, ...END],
  sibling: ADD,
  placeless: [...LOOK, 'started', 'author_placed', 'book_added', ...END],
  put_aside: [...LOOK, 'started', 'row_monitored', ...SEARCH, ...END],
  awaited: [...LOOK, ...END],
  held: [...LOOK, ...END],
};
