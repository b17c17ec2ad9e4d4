import type { Fields } from '../servarr/servarr-fields.js';
import type { ChaptarrLibrary } from './chaptarr-library.js';

/** The author of the published examples, as they are set up there. */
const SETTINGS: Fields = {
  monitored: true,
  monitorNewItems: 'none',
  syncMonitoredAcrossFormats: false,
  audiobookQualityProfileId: 2,
  ebookQualityProfileId: 1,
  audiobookMetadataProfileId: 2,
  ebookMetadataProfileId: 1,
  audiobookRootFolderPath: '/audiobooks',
  ebookRootFolderPath: '/books',
  audiobookMonitorExisting: 0,
  audiobookMonitorFuture: false,
  ebookMonitorExisting: 2,
  ebookMonitorFuture: false,
  tags: [],
  audiobookTags: [],
  ebookTags: [],
};

/** Puts into a library what the published examples have: one author, and a title as ebook and as audiobook. */
export function fillFromExamples(library: ChaptarrLibrary): void {
  const work = library.know({
    foreignBookId: 'hc:330101',
    title: 'The Salt Cartographer',
    goodreadsWorkId: 'gr:6600101',
    asin: 'B0DEMO0001',
    audibleAsin: 'B0DEMOAUD1',
    seriesTitle: 'Tidal Atlas #1',
    editions: {
      ebook: [{ foreignEditionId: 'hc:edition:220101', isbn13: '9780000000019', asin: 'B0DEMO0001' }],
      audiobook: [{ foreignEditionId: 'hc:edition:220102', isbn13: '9780000000019', asin: 'B0DEMO0001' }],
    },
  });
  const author = library.storeAuthor(work.author, SETTINGS, 5);
  const ebook = library.storeBook(work, 'ebook', author, { id: 51, monitored: true });
  const audiobook = library.storeBook(work, 'audiobook', author, { id: 52 });
  library.importFile(ebook, { id: 81 });
  library.enqueue(audiobook, { sizeLeft: 100_000_000, downloadId: 'SABnzbd_nzo_bk000002' });
}
