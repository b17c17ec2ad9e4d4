import type { ChaptarrAuthorDestination, ChaptarrAuthorRecord } from '../../../clients/chaptarr/chaptarr-author.js';
import type { ChaptarrLookup } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { ChaptarrRecord } from '../../../clients/chaptarr/chaptarr-values.js';
import type { BookFormat } from '../saved/job-rows.js';

export type BookDestination = {
  readonly [Key in keyof ChaptarrAuthorDestination]: NonNullable<ChaptarrAuthorDestination[Key]>;
};

/** Where the author's titles of a format go; null where a profile or the folder is missing. */
export function completeDestination(own: ChaptarrAuthorDestination): BookDestination | null {
  const { qualityProfileId, metadataProfileId, rootFolderPath } = own;
  if (qualityProfileId === null || metadataProfileId === null || rootFolderPath === null) return null;
  return { qualityProfileId, metadataProfileId, rootFolderPath };
}

/**
 * What is sent of an author. What an author of the library has stays; one whom nobody watched, or who is new, is
 * watched from now on, since no title of theirs arrives otherwise, but not what they have or publish.
 *
 * @param author null for one whom the library lacks
 */
export function authorWithDestination(
  author: ChaptarrAuthorRecord | null,
  format: BookFormat,
  { qualityProfileId, metadataProfileId, rootFolderPath }: BookDestination,
): ChaptarrRecord {
  return {
    ...author?.record,
    ...(author === null || author.monitored === false ? { monitored: true, ...NOTHING_ELSE } : {}),
    [`${format}QualityProfileId`]: qualityProfileId,
    [`${format}MetadataProfileId`]: metadataProfileId,
    [`${format}RootFolderPath`]: rootFolderPath,
  };
}

/** What the lookup found, with one edition watched, and nothing else of the author. Null without an edition of the format, or an author. */
export function additionOf(found: ChaptarrLookup, format: BookFormat, author: ChaptarrRecord): ChaptarrRecord | null {
  const edition = editionOf(found, format);
  if (edition === null || found.author === null) return null;
  const { record } = found;
  return {
    ...record,
    mediaType: format,
    monitored: true,
    ebookMonitored: format === 'ebook',
    audiobookMonitored: format === 'audiobook',
    editions: (record.editions as readonly ChaptarrRecord[]).map((one) => {
      const isWanted = one.foreignEditionId === edition;
      return { ...one, monitored: isWanted, manualAdd: isWanted };
    }),
    author: {
      ...(record.author as ChaptarrRecord),
      ...author,
      addOptions: {
        monitor: 'specificBook',
        mediaType: format,
        booksToMonitor: [found.foreignBookId],
        monitored: true,
        searchForMissingBooks: false,
      },
    },
    addOptions: { addType: 'manual', searchForNewBook: true },
  };
}

const NOTHING_ELSE: ChaptarrRecord = {
  monitorNewItems: 'none',
  ebookMonitorExisting: 0,
  ebookMonitorFuture: false,
  audiobookMonitorExisting: 0,
  audiobookMonitorFuture: false,
};

/** The edition that the lookup would take, else the first of the format. */
function editionOf({ editions }: ChaptarrLookup, format: BookFormat): string | null {
  const named = editions.filter(({ foreignEditionId }) => foreignEditionId !== null);
  const ofFormat = named.filter((edition) => edition.format === format);
  const candidates = ofFormat.length > 0 ? ofFormat : named.filter((edition) => edition.format === null);
  return (candidates.find(({ monitored }) => monitored) ?? candidates[0])?.foreignEditionId ?? null;
}
