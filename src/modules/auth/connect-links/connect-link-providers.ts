import { ConnectTokenService } from './connect-token.service.js';
import { InvitationStepService } from './invitation-step.service.js';
import { InvitationsService } from './invitations.service.js';
import { PersonAdmissionService } from './person-admission.service.js';
import { PendingLinksService } from './pending-links.service.js';
import { LinkRedemptionService } from './link-redemption.service.js';

/** The injectable classes of this folder, for the module file. */
export const connectLinkProviders = [
  ConnectTokenService,
  InvitationsService,
  InvitationStepService,
  PendingLinksService,
  LinkRedemptionService,
  PersonAdmissionService,
];
