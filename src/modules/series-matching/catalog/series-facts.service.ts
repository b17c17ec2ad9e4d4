import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { isNonsense } from '../../../core/errors/upstream-error.js';
import { SeriesMetadataService, type SeriesSummary } from '../../metadata/metadata.public.js';
import { tvMatchRefused } from '../series-matching.errors.js';

/** How the metadata module says that its provider could not be asked. */
const SILENCES: ReadonlySet<string> = new Set(['metadata_failed', 'metadata_not_configured']);

/** Is it the metadata provider that could not be asked, or whose answer can't be read? */
export function isProviderFault(fault: unknown): boolean {
  return fault instanceof AppError && (SILENCES.has(fault.code) || fault.code === 'tv_metadata_unavailable');
}

/** What the metadata provider says about a series, with the words of this module where it says nothing. */
@Injectable()
export class SeriesFactsService {
  constructor(private readonly metadata: SeriesMetadataService) {}

  /**
   * The series; null when the provider affirms that there is none.
   *
   * @throws AppError 503 `tv_metadata_unavailable` when the provider can't be asked; 502 when its answer can't be read
   */
  async find(tmdbId: number): Promise<SeriesSummary | null> {
    try {
      return await this.metadata.seriesSummary(tmdbId);
    } catch (fault) {
      const isSilent = fault instanceof AppError && SILENCES.has(fault.code) && !isNonsense(fault.options.cause);
      throw isSilent ? tvMatchRefused('tv_metadata_unavailable', { cause: fault }) : fault;
    }
  }
}

/** The numbers of the seasons that may be asked for, in order: all but the specials. */
export function regularSeasons({ seasons }: Pick<SeriesSummary, 'seasons'>): readonly number[] {
  return seasons.map(({ seasonNumber }) => seasonNumber).filter((season) => season > 0);
}
