import { AlbumAdditionService } from './album-addition.service.js';
import { AlbumDeliveryService } from './album-delivery.service.js';
import { AlbumRequestsService } from './album-requests.service.js';
import { LiveAlbumsService } from './live-albums.service.js';

/** The injectable classes of this folder, for the module file. */
export const albumProviders = [LiveAlbumsService, AlbumAdditionService, AlbumDeliveryService, AlbumRequestsService];
