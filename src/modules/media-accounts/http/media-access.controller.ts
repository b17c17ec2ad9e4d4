import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { LibraryPolicyMode } from '../accounts/library-policy.js';
import { type MediaAccess, MediaAccessService } from '../policies/media-access.service.js';
import { type MediaAccessBody, mediaAccessBody, mediaAccessInput } from './media-access.body.js';

/** The libraries of an audiobook server for one person. Source: doc 1 section 2, Audiobook library policy. */
interface LibraryPolicyView {
  readonly mode: LibraryPolicyMode;
  readonly library_ids: readonly string[];
  /** The server has still to confirm what should be of the person's account. */
  readonly sync_pending: boolean;
  /** The libraries of the person's account follow this. */
  readonly manages_libraries: boolean;
}

/** Who may use an audiobook server, and which libraries they get. Source: doc 1 section 4, issue 21. */
interface MediaAccessView {
  readonly default_library_ids: readonly string[];
  readonly user_ids: readonly number[];
  /** By user id. */
  readonly policies: Readonly<Record<string, LibraryPolicyView>>;
}

/** Who may use an audiobook server, and which libraries each gets. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/admin/instances/:instanceID/media-access')
export class MediaAccessController {
  constructor(private readonly access: MediaAccessService) {}

  /** Get the default libraries of an audiobook server, who holds it, and the choices of libraries for people. */
  @Get()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no audiobook server.', 404: 'There is no such instance.' })
  async show(@Param('instanceID') instanceId: string): Promise<MediaAccessView> {
    return mediaAccessView(await this.access.of(instanceId));
  }

  /** Set them together: where a part is refused nothing changes. What is left out stays, each choice too. */
  @Put()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no audiobook server.', 404: 'There is no such instance.' })
  async set(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') instanceId: string,
    @Body(mediaAccessBody) body: MediaAccessBody,
  ): Promise<MediaAccessView> {
    return mediaAccessView(await this.access.set(admin, instanceId, mediaAccessInput(body)));
  }
}

/** The wire form of it. */
function mediaAccessView({ defaultLibraryIds, userIds, policies }: MediaAccess): MediaAccessView {
  const views = [...policies].map(([userId, { mode, libraryIds, isSyncPending, managesLibraries }]) => {
    const view = { mode, library_ids: libraryIds, sync_pending: isSyncPending, manages_libraries: managesLibraries };
    return [String(userId), view] as const;
  });
  return { default_library_ids: defaultLibraryIds, user_ids: userIds, policies: Object.fromEntries(views) };
}
