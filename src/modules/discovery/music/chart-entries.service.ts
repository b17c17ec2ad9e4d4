import { Injectable } from '@nestjs/common';
import type { Share } from '../../../core/shares/fair-line.js';
import type { LbChartRow } from '../../../clients/listenbrainz/listenbrainz.client.js';
import { isMbid } from '../../../clients/musicbrainz/musicbrainz-schemas.js';
import { musicIncomplete } from './music.errors.js';
import { distinct, hasCover, itemOf, type MusicItem } from './music-item.js';
import { MusicProvidersService } from './music-providers.service.js';

/** What the catalog's search misses is looked up one by one; more than this would take too long. */
const MOST_LOOKUPS = 5;

/** Says of the entries of a chart what they are: the charts know their titles, and the catalog the rest. */
@Injectable()
export class ChartEntriesService {
  constructor(private readonly providers: MusicProvidersService) {}

  /**
   * The release groups of these entries, in their order, each once. An entry that nobody has matched to a release group is
   * left out, and one of which the catalog affirms that it is gone; a merged one is there under the id that the catalog
   * answers it with.
   *
   * @throws AppError 502 when the catalog doesn't know all others, or fails
   */
  async itemsOf(rows: readonly LbChartRow[], share: Share): Promise<readonly MusicItem[]> {
    const covers = new Map<string, boolean>();
    for (const row of rows) {
      const id = row.release_group_mbid;
      if (id && isMbid(id)) covers.set(id, hasCover(row));
    }
    const known = await this.known([...covers.keys()], share);
    const items = [...covers].map(([id, mayHaveCover]) => {
      const item = known.get(id);
      return item ? { ...item, mayHaveCover } : null;
    });
    return distinct(items.filter((item) => item !== null));
  }

  /** By the id that was asked for; null for what is gone. */
  private async known(ids: readonly string[], share: Share): Promise<ReadonlyMap<string, MusicItem | null>> {
    if (ids.length === 0) return new Map();
    const found = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroupsOfIds(ids));
    const known = new Map<string, MusicItem | null>(found.map((group) => [group.id, itemOf(group)]));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > MOST_LOOKUPS) throw musicIncomplete();
    for (const id of missing) {
      const group = await this.providers.ask(share, ({ catalog }) => catalog.releaseGroup(id));
      known.set(id, group && itemOf(group));
    }
    return known;
  }
}
