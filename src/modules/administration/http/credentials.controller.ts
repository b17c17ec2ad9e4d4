import { Body, Controller, Delete, Get, HttpCode, Param, type PipeTransform, Put } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import { type DescribingPipe, refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import {
  type Candidate,
  CREDENTIAL_NAMES,
  readCandidate,
  readCandidates,
  SECRET_NAMES,
  type SecretName,
  TRIED_NAMES,
} from '../credentials/candidates.js';
import { type KeyState, ProviderKeysService } from '../credentials/provider-keys.service.js';

const BODY_BYTES = 128 * 1024;

/** Body of PUT /api/admin/credentials: a flat map of names to texts. @throws AppError 400 */
class CandidatesPipe implements PipeTransform<unknown, readonly Candidate[]>, DescribingPipe {
  readonly accepts = z.strictObject(Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, z.string().optional()])));

  transform(body: unknown): readonly Candidate[] {
    // Not by a schema: it would pass over a member called __proto__ instead of refusing it.
    const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    return readCandidates(members.map(([name, value]) => [name, textOf(value)] as const));
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('credential_not_a_text', 'credential values must be texts');
  return value;
}

/** Body of POST /api/admin/credentials/test: one key of those that can be tried. */
const TRIED_KEY = z
  .strictObject({
    name: z.enum(
      TRIED_NAMES,
      refusedValue('not_one_of', `name must be ${TRIED_NAMES.join(' or ')}`, {
        name: 'name',
        values: TRIED_NAMES.join(', '),
      }),
    ),
    value: z.string(refusedValue('credential_not_a_text', 'credential values must be texts')),
  })
  .transform(({ name, value }): Candidate => readCandidate(name, value));

type StoredFlags = Readonly<Record<SecretName, boolean>>;

/** The answer of GET /api/admin/credentials: which keys are stored, and nothing of them. */
export interface CredentialsView extends StoredFlags {
  readonly credentials: StoredFlags;
  readonly tmdb_using_builtin: boolean;
  readonly listprov_using_builtin: boolean;
  readonly ai: typeof NO_AI;
}

const NO_SELECTION = { provider: '', model: '' } as const;

/** The AI profile of a server that has no AI provider to choose from. */
const NO_AI = {
  config: NO_SELECTION,
  openai_reasoning_effort: '',
  local_openai_base_url: '',
  local_openai_reasoning_effort: '',
  providers: [],
  health_check: { enabled: false, interval_hours: 24, last_checked_at: null },
  shared: { config: NO_SELECTION, configured: false },
} as const;

function credentialsView(states: Readonly<Record<SecretName, KeyState>>): CredentialsView {
  const stored = Object.fromEntries(SECRET_NAMES.map((name) => [name, states[name].stored])) as StoredFlags;
  return {
    ...stored,
    credentials: stored,
    tmdb_using_builtin: states.tmdb_access_token.builtIn,
    listprov_using_builtin: states.listprov_client_id.builtIn,
    ai: NO_AI,
  };
}

/** Keys of outside providers. They go in and never come out. */
@Controller('api/admin/credentials')
export class CredentialsController {
  constructor(private readonly keys: ProviderKeysService) {}

  /** List which provider keys are stored. Nothing of the keys themselves is shown. */
  @AdminOnly('credentials:manage')
  @Get()
  async states(): Promise<CredentialsView> {
    return credentialsView(await this.keys.states());
  }

  /** Store provider keys that their providers accept; all of them or none. */
  @AdminOnly('credentials:manage')
  @Put()
  @BodyLimit(BODY_BYTES)
  @Answers({
    422: 'The provider does not take the key. Nothing was stored.',
    503: 'Whether the key is good can not be found out for now. Nothing was stored.',
  })
  async store(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new CandidatesPipe()) candidates: readonly Candidate[],
  ): Promise<{ status: 'ok' }> {
    await this.keys.store(admin, candidates);
    return { status: 'ok' };
  }

  /**
   * Test whether its provider takes a key, before it is saved: that of the metadata provider or the list provider. Nothing is stored.
   * An account may try ten in a minute.
   */
  @AdminOnly('credentials:manage')
  @Post('test')
  @Answers({
    422: 'The provider does not take the key.',
    429: 'Ten keys were tried within a minute.',
    503: 'Whether the key is good can not be found out for now.',
  })
  async test(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(TRIED_KEY)) candidate: Candidate,
  ): Promise<{ status: 'ok' }> {
    await this.keys.test(admin, candidate);
    return { status: 'ok' };
  }

  /** Delete a provider key. */
  @AdminOnly('credentials:manage')
  @Delete(':key')
  @HttpCode(204)
  async remove(@CurrentAdministrator() admin: ActingAdministrator, @Param('key') name: string): Promise<void> {
    await this.keys.remove(admin, name);
  }
}
