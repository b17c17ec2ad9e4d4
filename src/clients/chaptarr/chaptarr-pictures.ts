/** Hosts of the catalog's copies of pictures. Source: Hardcover facts, Images; Chaptarr facts, Covers. */
const COPIES: ReadonlySet<string> = new Set(['assets.hardcover.app']);

/** The covers of titles: where Chaptarr serves them, and the hosts of their copies. Source: Chaptarr facts, Covers. */
export const CHAPTARR_COVERS = { path: /^\/MediaCover\/Books\/[1-9]\d{0,17}\/\w[\w.-]*$/, hosts: COPIES };

/** The pictures of authors, likewise. Source: Chaptarr's example of an author. */
export const CHAPTARR_PORTRAITS = { path: /^\/MediaCover\/[1-9]\d{0,17}\/\w[\w.-]*$/, hosts: COPIES };
