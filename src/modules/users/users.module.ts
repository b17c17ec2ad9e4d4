import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { ConnectTokensRepository } from './connect-links/connect-tokens.repository.js';
import { ContentPoliciesRepository } from './content-policies/content-policies.repository.js';
import { DevicesRepository } from './devices/devices.repository.js';
import {
  HubIdentitiesRepository,
  KnownIdentitiesRepository,
  OidcIdentitiesRepository,
} from './external-identities/external-identities.repository.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const REPOSITORIES = [
  AccountsRepository,
  DevicesRepository,
  SessionsRepository,
  ConnectTokensRepository,
  ContentPoliciesRepository,
  OidcIdentitiesRepository,
  HubIdentitiesRepository,
  KnownIdentitiesRepository,
  PasskeysRepository,
];

@Module({ providers: REPOSITORIES, exports: REPOSITORIES })
export class UsersModule {}
