import { CeremoniesService } from './ceremonies.service.js';
import { OwnPasskeysService } from './own-passkeys.service.js';
import { PasskeyRegistrationService } from './passkey-registration.service.js';
import { PasskeySetupService } from './passkey-setup.service.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { SetupLinksService } from './setup-links.service.js';

/** The injectable classes of this folder, for the module file. */
export const passkeyProviders = [
  CeremoniesService,
  PasskeyRegistrationService,
  OwnPasskeysService,
  SetupLinksService,
  PasskeySetupService,
  PasskeySignInService,
];
