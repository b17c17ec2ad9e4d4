import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcAttemptsService } from './oidc-attempts.service.js';
import { OidcBrowserService } from './oidc-browser.service.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { OidcConfigurationService } from './oidc-configuration.service.js';
import { OidcExchangeService } from './oidc-exchange.service.js';
import { OidcIdentitiesService } from './oidc-identities.service.js';
import { OidcLinksService } from './oidc-links.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { OidcResetService } from './oidc-reset.service.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import { OidcStatusService } from './oidc-status.service.js';
import { OidcTestsService } from './oidc-tests.service.js';
import { OidcValidationService } from './oidc-validation.service.js';

/** The injectable classes of this folder, for the module file. */
export const oidcProviders = [
  OidcAccountsService,
  OidcAttemptsService,
  OidcBrowserService,
  OidcConfigRepository,
  OidcConfigurationService,
  OidcExchangeService,
  OidcIdentitiesService,
  OidcLinksService,
  OidcProvidersService,
  OidcResetService,
  OidcSignInService,
  OidcStatusService,
  OidcTestsService,
  OidcValidationService,
];
