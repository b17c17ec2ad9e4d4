import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { isUnreadableAnswer } from '../../../core/errors/upstream-error.js';
import { SeriesMetadataService, type SeriesSummary } from '../../metadata/metadata.public.js';
import { tvMatchRefused } from '../series-matching.errors.js';

/** The error codes of a metadata provider that could not be asked. */
const SILENCES: ReadonlySet<string> = new Set(['metadata_failed', 'metadata_not_configured']);

/** Could the provider not be asked, or its answer not be read? */
export function isProviderFault(fault: unknown): boolean {
  return fault instanceof AppError && (SILENCES.has(fault.code) || fault.code === 'tv_metadata_unavailable');
}

/** Reads series from the metadata provider, with this module's errors. */
@Injectable()
export class SeriesFactsService {
  constructor(private readonly metadata: SeriesMetadataService) {}

  /**
   * Null when the provider affirms that there is none.
   * @throws AppError 503 `tv_metadata_unavailable` when it can't be asked; 502 when its answer can't be read
   */
  async find(tmdbId: number): Promise<SeriesSummary | null> {
    try {
      return await this.metadata.seriesSummary(tmdbId);
    } catch (fault) {
      const isSilent =
        fault instanceof AppError && SILENCES.has(fault.code) && !isUnreadableAnswer(fault.options.cause);
      throw isSilent ? tvMatchRefused('tv_metadata_unavailable', { cause: fault }) : fault;
    }
  }
}

/** The numbers of the regular seasons, in order: all but the specials. */
export function regularSeasons({ seasons }: Pick<SeriesSummary, 'seasons'>): readonly number[] {
  return seasons.map(({ seasonNumber }) => seasonNumber).filter((season) => season > 0);
}
