import { HubAdmissionService } from './hub-admission.service.js';
import { HubAuthService } from './hub-auth.service.js';
import { HubBeginService } from './hub-begin.service.js';
import { HubCandidatesService } from './hub-candidates.service.js';
import { HubExchangeService } from './hub-exchange.service.js';
import { HubIdentitiesService } from './hub-identities.service.js';
import { HubNewcomersService } from './hub-newcomers.service.js';
import { HubProgressService } from './hub-progress.service.js';
import { HubSignUpsService } from './hub-sign-ups.service.js';

/** The injectable classes of this folder, for the module file. */
export const hubProviders = [
  HubAuthService,
  HubNewcomersService,
  HubBeginService,
  HubProgressService,
  HubExchangeService,
  HubAdmissionService,
  HubSignUpsService,
  HubIdentitiesService,
  HubCandidatesService,
];
