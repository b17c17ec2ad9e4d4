import type { PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { badRequest } from '../../../core/errors/app-error.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';
import { FEATURED_SOURCES, MEDIA_TYPES, type HiddenWhenUnconfigured } from '../preferences/discovery-choices.js';
import type { DiscoveryChange } from '../preferences/discovery-settings.service.js';

const SOURCE = z.enum(FEATURED_SOURCES);
const SWITCH = z.boolean();

/**
 * Body of PUT /api/admin/discovery-settings: any of its members. What an administrator reads may come back whole: other
 * members of it are passed over. Source: doc 2 §4 Discovery settings, doc 4 §3.3.
 *
 * @throws AppError 400 for a source that there is not, a media type that there is not, and a switch that is none
 */
export class DiscoveryChangePipe implements PipeTransform<unknown, DiscoveryChange>, DescribingPipe {
  readonly accepts = z.object({
    source: SOURCE.optional(),
    english_only: SWITCH.optional(),
    hidden_when_unconfigured: z
      .strictObject({ movie: SWITCH, tv: SWITCH, book: SWITCH, music: SWITCH })
      .partial()
      .optional(),
  });

  transform(body: unknown): DiscoveryChange {
    const { source, english_only, hidden_when_unconfigured } = (body ?? {}) as Record<string, unknown>;
    return {
      ...(source !== undefined && { source: read(SOURCE, source, 'unknown source') }),
      ...(english_only !== undefined && {
        englishOnly: read(SWITCH, english_only, 'english_only must be true or false'),
      }),
      hidden: hidden_when_unconfigured === undefined ? {} : readHidden(hidden_when_unconfigured),
    };
  }
}

function readHidden(value: unknown): Partial<HiddenWhenUnconfigured> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('hidden_when_unconfigured must be an object of media types');
  // Not by the schema: it would pass over a member called __proto__ instead of refusing it.
  const choices = Object.entries(value).map(([type, hidden]): readonly [string, boolean] => {
    if (!(MEDIA_TYPES as readonly string[]).includes(type)) throw badRequest('unknown media type');
    return [type, read(SWITCH, hidden, `hidden_when_unconfigured.${type} must be true or false`)];
  });
  return Object.fromEntries(choices);
}

function read<T>(schema: z.ZodType<T>, value: unknown, otherwise: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw badRequest(otherwise);
  return result.data;
}
