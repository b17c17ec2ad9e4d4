import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { atMostItems, atMostMembers } from '../../../core/http/at-most.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { LibraryPolicyMode } from '../rows.js';
import { type MediaAccess, type MediaAccessInput, MediaAccessService } from '../policies/media-access.service.js';

const MOST_USERS = 10_000;
const MOST_LIBRARIES = 500;
const LONGEST_LIBRARY_ID = 128;

const USERS = refusedValue('not_a_list', `user_ids must be a list of at most ${MOST_USERS} user ids`, {
  name: 'user_ids',
  most: MOST_USERS,
});
const MODE = refusedValue('not_one_of', 'mode of a policy must be default, all or selected', {
  name: 'mode',
  values: 'default, all, selected',
});
const POLICIES = refusedValue(
  'not_an_object',
  `policies must be an object of at most ${MOST_USERS} policies by user id`,
  { name: 'policies', most: MOST_USERS },
);

const libraryIds = (name: string) => {
  const text = refusedValue(
    'not_a_list',
    `${name} must be a list of at most ${MOST_LIBRARIES} texts of at most ${LONGEST_LIBRARY_ID} characters`,
    { name, most: MOST_LIBRARIES, longest: LONGEST_LIBRARY_ID },
  );
  const list = z.array(z.string(text).max(LONGEST_LIBRARY_ID, text), text).max(MOST_LIBRARIES, text);
  return atMostItems(MOST_LIBRARIES, list, text);
};

const userId = z.int(USERS).min(1, USERS).max(LARGEST_ROW_ID, USERS);

const policy = z.object(
  {
    mode: z.enum(['default', 'all', 'selected'], MODE),
    library_ids: libraryIds('library_ids of a policy').nullish(),
  },
  POLICIES,
);

const isUserId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number(text) <= LARGEST_ROW_ID;

const policies = z.record(z.string().refine(isUserId, POLICIES), policy, POLICIES);

/** Members that it doesn't know are passed over: clients send back what they were answered. */
const body = z.object(
  {
    default_library_ids: libraryIds('default_library_ids').nullish(),
    user_ids: atMostItems(MOST_USERS, z.array(userId, USERS), USERS).nullish(),
    policies: atMostMembers(MOST_USERS, policies, POLICIES).nullish(),
  },
  refusedValue('body_not_an_object', 'the request body must be an object'),
);

type MediaAccessBody = z.infer<typeof body>;

const mediaAccessBody = new StrictBodyPipe<MediaAccessBody>(body);

const mediaAccessInput = ({ default_library_ids, user_ids, policies: sent }: MediaAccessBody): MediaAccessInput => ({
  defaultLibraryIds: default_library_ids,
  userIds: user_ids,
  policies: sent
    ? new Map(
        Object.entries(sent).map(([id, { mode, library_ids }]) => [
          Number(id),
          { mode, libraryIds: library_ids ?? null },
        ]),
      )
    : null,
});

/** The libraries of an audiobook server for one person. */
interface LibraryPolicyView {
  readonly mode: LibraryPolicyMode;
  readonly library_ids: readonly string[];
  /** The server has still to confirm what should be of the person's account. */
  readonly sync_pending: boolean;
  /** The libraries of the person's account follow this. */
  readonly manages_libraries: boolean;
}

/** Who may use an audiobook server, and which libraries they get. */
interface MediaAccessView {
  readonly default_library_ids: readonly string[];
  readonly user_ids: readonly number[];
  /** By user id. */
  readonly policies: Readonly<Record<string, LibraryPolicyView>>;
}

/** Who may use an audiobook server, and which libraries each gets. */
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

function mediaAccessView({ defaultLibraryIds, userIds, policies }: MediaAccess): MediaAccessView {
  const views = [...policies].map(([userId, { mode, libraryIds, isSyncPending, managesLibraries }]) => {
    const view = { mode, library_ids: libraryIds, sync_pending: isSyncPending, manages_libraries: managesLibraries };
    return [String(userId), view] as const;
  });
  return { default_library_ids: defaultLibraryIds, user_ids: userIds, policies: Object.fromEntries(views) };
}
