import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { ConnectTokensRepository } from './connect-links/connect-tokens.repository.js';
import { ContentPoliciesRepository } from './content-policies/content-policies.repository.js';
import { DevicesRepository } from './devices/devices.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

/** The rows of people: accounts, devices, session tokens, connect tokens, content policies. No routes. */
@Module({
  providers: [
    AccountsRepository,
    DevicesRepository,
    SessionsRepository,
    ConnectTokensRepository,
    ContentPoliciesRepository,
  ],
  exports: [
    AccountsRepository,
    DevicesRepository,
    SessionsRepository,
    ConnectTokensRepository,
    ContentPoliciesRepository,
  ],
})
export class UsersModule {}
