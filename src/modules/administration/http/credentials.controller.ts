import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { ProviderKeysService } from '../credentials/provider-keys.service.js';
import type { Candidate } from '../credentials/read-candidates.js';
import { CandidatesPipe } from './candidates.pipe.js';
import { credentialsView, type CredentialsView } from './credentials.view.js';

const BODY_BYTES = 128 * 1024;

/** Keys of outside providers. They go in and never come out. Source: doc 3 section 2.4. */
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

  /** Delete a provider key. */
  @AdminOnly('credentials:manage')
  @Delete(':key')
  @HttpCode(204)
  async remove(@CurrentAdministrator() admin: ActingAdministrator, @Param('key') name: string): Promise<void> {
    await this.keys.remove(admin, name);
  }
}
