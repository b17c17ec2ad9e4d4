/** From a search to the download that it found. */
export const FOUND_AFTER_MS = 1_000;

/** Longer than two readings of the queue by the server, which are ten seconds apart: a slow machine sees it move. */
export const DOWNLOAD_MS = 26_000;
