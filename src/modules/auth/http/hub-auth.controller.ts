import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { HubAuthService } from '../hub/hub-auth.service.js';
import { HubCandidatesService } from '../hub/hub-candidates.service.js';
import { HubIdentitiesService } from '../hub/hub-identities.service.js';
import { HubAuthBody, HubConfirmBody, hubMappingsOf } from './hub.body.js';
import {
  hubAuthView,
  hubCandidatesView,
  hubIdentitiesView,
  type HubAuthView,
  type HubCandidatesView,
  type HubIdentitiesView,
} from './hub.view.js';

const userIdOf = new IntIdPipe('user', 'invalid user ID');

/** Source: doc 3 section 0, body caps. */
const MOST_BYTES = 32 * 1024;

/** How administrators decide about sign-in by the hub. Source: doc 1 section 4, doc 3 section 12.1. */
@Controller('api/admin')
export class HubAuthController {
  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly candidates: HubCandidatesService,
    private readonly identities: HubIdentitiesService,
  ) {}

  /** Get whether people sign in by Plex, and whether accounts are made for them. */
  @AdminOnly('users:manage')
  @Get('hub-auth')
  async get(): Promise<HubAuthView> {
    return hubAuthView(await this.hubAuth.known());
  }

  /** Change sign-in by Plex. Switching it off ends the sessions that began there. */
  @AdminOnly('users:manage')
  @Put('hub-auth')
  @BodyLimit(MOST_BYTES)
  async change(
    @Body() { enabled, auto_create: autoCreate }: HubAuthBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<HubAuthView> {
    return hubAuthView(await this.hubAuth.change(admin, { enabled, autoCreate }));
  }

  /** List the accounts that media accounts show to be linked with a Plex account. */
  @AdminOnly('users:manage')
  @Get('hub-auth/candidates')
  @Answers({ 503: 'Plex can not be read for now.' })
  async listCandidates(): Promise<HubCandidatesView> {
    return hubCandidatesView(await this.candidates.list());
  }

  /** Sign accounts in by the Plex accounts that they are linked with: all of these or none. */
  @AdminOnly('users:manage')
  @Post('hub-auth/confirm')
  @BodyLimit(MOST_BYTES)
  @Answers({
    404: 'There is no such account.',
    409: 'Nothing shows a mapping, or another account is linked already.',
    503: 'Plex can not be read for now.',
  })
  async confirm(
    @Body() body: HubConfirmBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'confirmed' }> {
    await this.candidates.confirm(admin, hubMappingsOf(body));
    return { status: 'confirmed' };
  }

  /** Get the Plex account that signs somebody in. */
  @AdminOnly('users:manage')
  @Get('users/:userID/hub')
  @Answers({ 404: 'There is no such account.' })
  async identitiesOf(@Param('userID', userIdOf) userId: number): Promise<HubIdentitiesView> {
    return hubIdentitiesView(await this.identities.of(userId));
  }

  /** Unlink somebody's account from Plex. Its sessions that began there end. */
  @AdminOnly('users:manage')
  @Delete('users/:userID/hub')
  @Answers({ 404: 'There is no such account.', 409: 'It is your own, and nothing would be left to sign in by.' })
  async unlink(
    @Param('userID', userIdOf) userId: number,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOther(admin, userId);
    return { status: 'unlinked' };
  }
}
