import { FilmDeliveryService } from './film-delivery.service.js';
import { FilmRequestsService } from './film-requests.service.js';
import { FilmSelectionService } from './film-selection.service.js';
import { LiveFilmsService } from './live-films.service.js';

/** The injectable classes of this folder, for the module file. */
export const filmProviders = [LiveFilmsService, FilmSelectionService, FilmDeliveryService, FilmRequestsService];
