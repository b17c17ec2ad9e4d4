import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { OidcAttemptsService } from '../oidc/oidc-attempts.service.js';
import { OidcConfigurationService } from '../oidc/oidc-configuration.service.js';
import { OidcIdentitiesService } from '../oidc/oidc-identities.service.js';
import { OidcValidationService } from '../oidc/oidc-validation.service.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { AttemptBody, startOf } from './attempt.body.js';
import { OidcConfigBody, oidcConfigOf, OidcIssuerBody } from './oidc.body.js';
import {
  type BegunOidcView,
  begunOidcView,
  type OidcConfigView,
  oidcConfigView,
  type OidcIdentitiesView,
  oidcIdentitiesView,
} from './oidc.view.js';

/** Source: doc 3 section 0, body caps. */
const MOST_BYTES = 32 * 1024;

const userIdOf = new IntIdPipe('user', 'invalid user ID');

/** How administrators set single sign-on up. Source: doc 1 section 4 External OIDC, doc 3 section 12.2. */
@Controller('api/admin')
export class OidcAdminController {
  constructor(
    private readonly configuration: OidcConfigurationService,
    private readonly validation: OidcValidationService,
    private readonly attempts: OidcAttemptsService,
    private readonly identities: OidcIdentitiesService,
  ) {}

  /** Get how single sign-on is set up, and the address that the provider must allow. */
  @AdminOnly('users:manage')
  @Get('oidc')
  @Answers({ 503: 'The settings can not be read.' })
  async read(): Promise<OidcConfigView> {
    return oidcConfigView(await this.configuration.known());
  }

  /**
   * Change how single sign-on is set up. What is left out takes its default, but the secret stays; every sign-in that has
   * begun ends. `sso_only` needs a test of the same settings first, and signs members out who came by another way.
   */
  @AdminOnly('users:manage')
  @Put('oidc')
  @BodyLimit(MOST_BYTES)
  @Answers({
    503: 'There is no external address, or the settings can not be read.',
  })
  async save(
    @Body() body: OidcConfigBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<OidcConfigView> {
    return oidcConfigView(await this.configuration.save(admin, oidcConfigOf(body)));
  }

  /** Check whether the provider answers as the saved settings say. */
  @AdminOnly('users:manage')
  @Post('oidc/validate')
  @Answers({ 400: 'Nothing is saved, or the provider has another name.', 503: 'The text names the step that failed.' })
  async validate(): Promise<{ status: 'valid'; message: string }> {
    return { status: 'valid', message: await this.validation.validate() };
  }

  /** Begin a sign-in that changes no account, to try the saved settings. It works while single sign-on is switched off. */
  @AdminOnly('users:manage')
  @Post('oidc/test')
  @BodyLimit(MOST_BYTES)
  @Answers({ 503: 'There is no external address, or the settings can not be read.' })
  async test(
    @Body() body: AttemptBody,
    @ClientKey() holder: string,
    @CurrentAdministrator() administrator: ActingAdministrator,
  ): Promise<BegunOidcView> {
    return begunOidcView(await this.attempts.begin(startOf(body, holder), { kind: 'test', administrator }));
  }

  /** List who an account is at OpenID providers. */
  @AdminOnly('users:manage')
  @Get('users/:userID/oidc')
  @Answers({ 404: 'There is no such account.' })
  async identitiesOf(@Param('userID', userIdOf) userId: number): Promise<OidcIdentitiesView> {
    return oidcIdentitiesView(await this.identities.of(userId));
  }

  /** Disconnect an account from an issuer. What has signed in by it is signed out. */
  @AdminOnly('users:manage')
  @Delete('users/:userID/oidc')
  @BodyLimit(MOST_BYTES)
  @Answers({ 404: 'There is no such account.', 409: 'Nothing else would let your own account in.' })
  async unlink(
    @Param('userID', userIdOf) userId: number,
    @Body() { issuer }: OidcIssuerBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOther(admin, userId, issuer);
    return { status: 'unlinked' };
  }
}
