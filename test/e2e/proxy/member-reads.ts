import type { LibraryManagerType } from '../../../src/modules/instances/instances.public.js';

/** One path of a manager, whether members may GET it, and whether administrators may do everything with it. */
export interface ProxiedPath {
  readonly kind: LibraryManagerType;
  readonly path: string;
  readonly members: boolean;
  readonly admins: boolean;
}

/**
 * Rule 1 as one table, by hand: `+` is what members may read of a manager, `-` what they may not. Sources: doc 1 §4
 * proxy 1, doc 3 §4.1, the managers' interface descriptions.
 */
const TABLE = `
movie_manager
  + api/v3/movie  api/v3/movie/7  api/v3/calendar  api/v3/queue  api/v3/history  api/v3/wanted/missing
  + api/v3/wanted/cutoff
  - api/v3/movie/lookup  api/v3/movie/editor  api/v3/movie/0  api/v3/movie/-7  api/v3/movie/7x  api/v3/movie/1e3
  - api/v3/movie/07  api/v3/movie/7/folder  api/v3/Movie  API/v3/movie  api/V3/movie  api/v1/movie  api/movie  movie
  - api/v3/moviefile  api/v3/moviefile/7  api/v3/release  api/v3/command  api/v3/config/host  api/v3/indexer
  - api/v3/downloadclient  api/v3/notification  api/v3/qualityprofile  api/v3/rootfolder  api/v3/system/status
  - api/v3/system/backup  api/v3/log  api/v3/log/file  api/v3/log/file/radarr.txt  api/v3/queue/details
  - api/v3/queue/status  api/v3/history/movie  api/v3/history/since  api/v3/calendar/7  api/v3/wanted  api/v3
  - api/v3/mediacover/7/poster.jpg  MediaCover/7/poster.jpg  feed/v3/calendar/radarr.ics  initialize.json  ping  login
  - api/v3/series  api/v3/author  signalr/messages
tv_manager
  + api/v3/series  api/v3/series/7  api/v3/episode  api/v3/episode/7  api/v3/calendar  api/v3/queue  api/v3/history
  + api/v3/wanted/missing  api/v3/wanted/cutoff
  - api/v3/series/lookup  api/v3/episodefile  api/v3/episodefile/7  api/v3/episode/monitor  api/v3/release
  - api/v3/command  api/v3/config/host  api/v3/movie  api/v5/series  api/v3/system/status  MediaCover/7/poster.jpg
book_manager
  + api/v1/author  api/v1/author/7  api/v1/author/lookup  api/v1/book  api/v1/book/7  api/v1/book/lookup
  + api/v1/bookfile  api/v1/bookfile/7  api/v1/calendar  api/v1/queue  api/v1/history  api/v1/wanted/missing
  + api/v1/wanted/cutoff  MediaCover/Books/7/cover.jpg  MediaCover/Books/7/deep/cover-250.jpg
  + api/v1/MediaCover/Books/7/cover.jpg  api/v1/mediacover/books/7/cover.jpg  api/v1/mediacover/book/7/cover.jpg
  + MediaCover/7/poster.jpg  api/v1/mediacover/7/poster.jpg  api/v1/mediacover/author/7/poster.jpg
  - api/v1/book/overview  api/v1/bookfile/editor  api/v1/config/hardcover  api/v1/command  api/v1/release
  - api/v1/config/host  api/v3/book  MediaCover/Books/7  MediaCover/Books/x/cover.jpg  MediaCover/config.xml
  - MediaCover/7  MediaCover/07/poster.jpg  MediaCover/author/7/poster.jpg
  - MediaCover/Artist/7/poster.jpg  api/v1/series/lookup  api/v1/system/status  api/v1/artist
music_manager
  + api/v1/artist  api/v1/artist/7  api/v1/artist/lookup  api/v1/album  api/v1/album/7  api/v1/album/lookup
  + api/v1/track  api/v1/trackfile  api/v1/calendar  api/v1/queue  api/v1/history  api/v1/wanted/missing
  + api/v1/wanted/cutoff  MediaCover/Artist/7/poster.jpg  MediaCover/Albums/7/cover.jpg
  + api/v1/mediacover/artist/7/poster.jpg  api/v1/mediacover/album/7/cover.jpg
  - api/v1/track/7  api/v1/trackfile/7  api/v1/trackfile/editor  api/v1/albumstudio  api/v1/album/monitor
  - api/v1/search  api/v1/release  api/v1/command  api/v1/config/host  api/v1/metadataprofile  api/v3/album
  - MediaCover/Books/7/cover.jpg  api/v1/system/status
`;

/**
 * What each manager's table holds besides, `$` being its first read: spellings that some server takes for that read, or
 * for something beside it. None is a path for members; `!` are those that lead out of the instance's address, which are
 * nobody's. Source: doc 3 §4.1, security 5 and 7.
 */
const SPELLINGS = String.raw`
  - $/  /$  $//7  $/07  $/7;x  $;x=1/7  $%3fx  $%23x  $%00  $/7%00  $/7%0d%0aX-Injected:%201  $%5c7  $%2f7  $%252f7  $.
  - $.json  $/7%20  $/+7  $/%D9%A7  $/7%2c8  $/7,8  $/1e3  $/9999999999999999999  $%20  $/*  config/host?/$
  - $@host  :$
  ! ..  ../x  x/..  %2e  x/%2e%2E/y  x/..%2f..%2fy  x/%252e%252e/y  x\..\y  x/..;a=1/y  x#y  $/..  $/../config/host
  ! $/./7  ./$  $/%2e%2e/config/host  $%2f..%2f..%2fconfig  $/.%2e/x  $/..%5cx
`;

/** The table, in the order in which it is written. */
export const PROXIED_PATHS: readonly ProxiedPath[] = TABLE.trim()
  .split(/\n(?=\w)/)
  .flatMap((block) => {
    const [kind = '', ...lines] = block.split('\n');
    const [, firstRead = ''] = /\+ (\S+)/.exec(block) ?? [];
    const spellings = SPELLINGS.trim().replaceAll('$', firstRead).split('\n');
    return [...lines, ...spellings].flatMap((line) => {
      const [sign, ...paths] = line.trim().split(/\s+/);
      const allowed = { members: sign === '+', admins: sign !== '!' };
      return paths.map((path) => ({ kind: kind as LibraryManagerType, path, ...allowed }));
    });
  });
