import { AlbumAdditionService } from './album-addition.service.js';
import { AlbumDeliveryService } from './album-delivery.service.js';
import { AlbumRequestsService } from './album-requests.service.js';
import { AlbumSubmissionService } from './album-submission.service.js';
import { LiveAlbumsService } from './live-albums.service.js';

/** The injectable classes of this folder, for the module file. */
export const albumProviders = [
  LiveAlbumsService,
  AlbumSubmissionService,
  AlbumAdditionService,
  AlbumDeliveryService,
  AlbumRequestsService,
];
