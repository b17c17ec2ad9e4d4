import { Module } from '@nestjs/common';
import { Accounts } from './accounts/accounts.js';
import { ConnectTokens } from './connect-links/connect-tokens.js';
import { ContentPolicies } from './content-policies/content-policies.js';
import { Devices } from './devices/devices.js';
import { Sessions } from './sessions/sessions.js';

/** The rows of people: accounts, devices, session tokens, connect tokens, content policies. No routes. */
@Module({
  providers: [Accounts, Devices, Sessions, ConnectTokens, ContentPolicies],
  exports: [Accounts, Devices, Sessions, ConnectTokens, ContentPolicies],
})
export class UsersModule {}
