import { AwaitedAuthorsService } from './awaited-authors.service.js';
import { BookChangesService } from './book-changes.service.js';
import { BookDeliveryService } from './book-delivery.service.js';
import { BookGateService } from './book-gate.service.js';
import { BookRequestsService } from './book-requests.service.js';
import { BookSharingService } from './book-sharing.service.js';
import { BookSubmissionService } from './book-submission.service.js';
import { LiveBooksService } from './live-books.service.js';
import { RecoveredBooksService } from './recovered-books.service.js';

/** The injectable classes of this folder, for the module file. */
export const bookProviders = [
  LiveBooksService,
  RecoveredBooksService,
  BookSharingService,
  BookSubmissionService,
  BookGateService,
  BookChangesService,
  BookDeliveryService,
  AwaitedAuthorsService,
  BookRequestsService,
];
