import { Body, Controller, Get, Put, type PipeTransform } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import {
  DiscoverySettingsService,
  type DiscoveryChange,
  type DiscoverySettings,
} from '../preferences/discovery-settings.service.js';
import {
  FEATURED_SOURCES,
  type FeaturedSource,
  type HiddenWhenUnconfigured,
  MEDIA_TYPES,
} from '../preferences/discovery-choices.js';
import { z } from 'zod';
import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import type { DescribingPipe } from '../../../core/http/strict-body.pipe.js';

/** The answer of GET and PUT /api/admin/discovery-settings. */
interface DiscoverySettingsView {
  /** Where the headline row comes from at this moment. */
  readonly source: FeaturedSource;
  /** Are titles in other languages left out of lists? */
  readonly english_only: boolean;
  /** Which media types are hidden for as long as no instance that serves them is configured. */
  readonly hidden_when_unconfigured: HiddenWhenUnconfigured;
  /** What may be chosen as the source. */
  readonly sources: readonly FeaturedSource[];
  /** Can the list provider be asked? Where not, its row is the metadata provider's. */
  readonly listprov_configured: boolean;
}

const discoverySettingsView = (settings: DiscoverySettings): DiscoverySettingsView => ({
  source: settings.source,
  english_only: settings.englishOnly,
  hidden_when_unconfigured: settings.hiddenWhenUnconfigured,
  sources: FEATURED_SOURCES,
  listprov_configured: settings.listprovConfigured,
});

const SOURCE = z.enum(FEATURED_SOURCES);
const SWITCH = z.boolean();

/**
 * Body of PUT /api/admin/discovery-settings: any of its members. Other members of what was read may come back, and are
 * passed over.
 *
 * @throws AppError 400 for an unknown source or media type, and for a switch that is none
 */
class DiscoveryChangePipe implements PipeTransform<unknown, DiscoveryChange>, DescribingPipe {
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
      ...(source !== undefined && { source: read(SOURCE, source, unknown('source')) }),
      ...(english_only !== undefined && {
        englishOnly: read(SWITCH, english_only, notAFlag('english_only')),
      }),
      hidden: hidden_when_unconfigured === undefined ? {} : readHidden(hidden_when_unconfigured),
    };
  }
}

function readHidden(value: unknown): Partial<HiddenWhenUnconfigured> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('not_an_object', 'hidden_when_unconfigured must be an object of media types', {
      name: 'hidden_when_unconfigured',
    });
  // Not by the schema: it would pass over a member called __proto__ instead of refusing it.
  const choices = Object.entries(value).map(([type, hidden]): readonly [string, boolean] => {
    if (!(MEDIA_TYPES as readonly string[]).includes(type)) throw unknown('media type');
    return [type, read(SWITCH, hidden, notAFlag(`hidden_when_unconfigured.${type}`))];
  });
  return Object.fromEntries(choices);
}

const unknown = (name: string): AppError => badRequest('unknown', `unknown ${name}`, { name });

const notAFlag = (name: string): AppError => badRequest('not_a_flag', `${name} must be true or false`, { name });

function read<T>(schema: z.ZodType<T>, value: unknown, otherwise: AppError): T {
  const result = schema.safeParse(value);
  if (!result.success) throw otherwise;
  return result.data;
}

@Controller('api/admin/discovery-settings')
export class DiscoverySettingsController {
  constructor(private readonly service: DiscoverySettingsService) {}

  /** Get the discovery settings: the source of the headline row, languages, hidden media types. */
  @AdminOnly('instances:manage')
  @Get()
  async read(): Promise<DiscoverySettingsView> {
    return discoverySettingsView(await this.service.current());
  }

  /** Change the discovery settings that are named. */
  @AdminOnly('instances:manage')
  @Put()
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new DiscoveryChangePipe()) change: DiscoveryChange,
  ): Promise<DiscoverySettingsView> {
    return discoverySettingsView(await this.service.change(admin, change));
  }
}
