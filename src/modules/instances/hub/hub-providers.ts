import { HubClientIdService } from './hub-client-id.service.js';
import { HubClientsService } from './hub-clients.service.js';
import { HubInstancesService } from './hub-instances.service.js';
import { HubLinksService } from './hub-links.service.js';
import { HubOwnersService } from './hub-owners.service.js';
import { HubServersService } from './hub-servers.service.js';

/** The injectable classes of this folder, for the module file. */
export const hubProviders = [
  HubClientIdService,
  HubClientsService,
  HubInstancesService,
  HubLinksService,
  HubServersService,
  HubOwnersService,
];
