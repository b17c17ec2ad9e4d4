/**
 * Translates the paths of one manager: what it keeps below `arrPath` lies, for this server, below `servicePath`.
 * Source: doc 1 section 2, media_path_mappings.
 */
export interface MediaPathMapping {
  /** An absolute path as the manager's own system writes it: POSIX, Windows drive or UNC. */
  readonly arrPath: string;
  /** An absolute folder of this server, inside a media root. */
  readonly servicePath: string;
}
