/** The content of a database: enough to judge whether a copy of it is complete. */
export interface DatabaseContents {
  /** The names of the migrations that it has been through, in the order in which they ran. */
  readonly migrations: readonly string[];
  /** How many rows each table has, by the table's name. */
  readonly rows: Readonly<Record<string, number>>;
}

/** One stored text, by the place where it lies. */
export interface StoredText {
  readonly table: string;
  readonly column: string;
  /** The row: the column that identifies it, and the value there. */
  readonly where: { readonly column: string; readonly equals: string };
}

/** A copy that has been opened to be looked at. It is good until the callback it was given to has settled. */
export interface OpenCopy {
  /** What the storage itself finds wrong with it; empty for a copy that is whole. */
  faults(): Promise<readonly string[]>;
  contents(): Promise<DatabaseContents>;
  /** The text, or null when there is no such row. */
  text(place: StoredText): Promise<string | null>;
}

/** Makes copies of the whole database and looks into them. One implementation for each storage. */
export abstract class DatabaseCopies {
  /**
   * Writes everything that is committed at one moment into a file, mode 0600, while others read and write. Answers what stood in it then.
   * @throws StorageError; the signal's reason when it is aborted
   */
  abstract copyTo(file: string, signal?: AbortSignal): Promise<DatabaseContents>;

  /** Opens a copy apart from the live database. @throws StorageError; what `look` throws; the signal's reason when it is aborted */
  abstract inspect<T>(file: string, look: (copy: OpenCopy) => Promise<T>, signal?: AbortSignal): Promise<T>;
}
