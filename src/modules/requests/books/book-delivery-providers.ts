import { AwaitedAuthorsService } from './awaited-authors.service.js';
import { BookChangesService } from './book-changes.service.js';
import { BookDeliveryService } from './book-delivery.service.js';
import { BookGateService } from './book-gate.service.js';

/** The injectable classes of this folder that deliver books, for the module file. */
export const bookDeliveryProviders = [BookGateService, BookChangesService, BookDeliveryService, AwaitedAuthorsService];
