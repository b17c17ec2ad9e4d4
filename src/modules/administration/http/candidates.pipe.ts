import type { PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import { CREDENTIAL_NAMES } from '../credentials/credential-names.js';
import { type Candidate, readCandidates } from '../credentials/read-candidates.js';

/**
 * Body of PUT /api/admin/credentials: a flat map of names to texts. Source: doc 3 section 2.4.
 *
 * @throws AppError 400
 */
export class CandidatesPipe implements PipeTransform<unknown, readonly Candidate[]>, DescribingPipe {
  readonly accepts = z.strictObject(Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, z.string().optional()])));

  transform(body: unknown): readonly Candidate[] {
    // Not by a schema: it would pass over a member called __proto__ instead of refusing it.
    const members = typeof body === 'object' && body !== null ? Object.entries(body) : [];
    return readCandidates(members.map(([name, value]) => [name, textOf(value)] as const));
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('credential values must be texts');
  return value;
}
