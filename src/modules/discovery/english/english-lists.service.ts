import { Injectable } from '@nestjs/common';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { DiscoveryPreferencesService } from '../preferences/discovery-preferences.service.js';
import { englishRows } from './english-rows.js';

/** Lists that the provider makes without asking for a language, cut to the household's. Source: doc 2 §4 English-only. */
@Injectable()
export class EnglishListsService {
  constructor(private readonly preferences: DiscoveryPreferencesService) {}

  /**
   * The page as the household wants it. What is kept of the provider stays whole, so a changed preference counts at once.
   *
   * @throws AppError 503 where the preference can't be read; else what `list` throws
   */
  async of(list: Promise<RawJson>): Promise<RawJson> {
    const page = await list;
    const { englishOnly } = await this.preferences.read();
    return englishOnly ? englishRows(page) : page;
  }

  /** As {@link of}, of a list that there may not be; null where there is none. */
  async ofAny(list: Promise<RawJson | null>): Promise<RawJson | null> {
    const page = await list;
    return page && this.of(Promise.resolve(page));
  }
}
