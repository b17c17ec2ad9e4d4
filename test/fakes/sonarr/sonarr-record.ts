import { asFields, asText, type Fields } from '../servarr/servarr-fields.js';
import type { SonarrStoredSeason, SonarrStoredSeries } from './sonarr-stored.js';

type Editable = Pick<
  SonarrStoredSeries,
  'monitored' | 'seasonFolder' | 'monitorNewItems' | 'seriesType' | 'tags' | 'seasons'
>;

/** What a body says of the fields that a record may change. A field that it lacks is lost. */
export function editableFields(body: Fields): Editable {
  return {
    monitored: body.monitored === true,
    seasonFolder: body.seasonFolder === true,
    monitorNewItems: asText(body.monitorNewItems, 'all'),
    seriesType: asText(body.seriesType, 'standard'),
    tags: Array.isArray(body.tags) ? body.tags.map(Number) : [],
    seasons: Array.isArray(body.seasons) ? body.seasons.map((season) => seasonOf(asFields(season))) : [],
  };
}

const seasonOf = ({ seasonNumber, monitored }: Fields): SonarrStoredSeason => ({
  seasonNumber: Number(seasonNumber),
  monitored: monitored === true,
});
