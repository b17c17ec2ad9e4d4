import type { Database } from '../../core/database/database.js';
import type { Random } from '../../core/time/random.js';
import type { Setting, SettingsRepository } from './settings.repository.js';

interface Storage {
  readonly database: Database;
  readonly store: SettingsRepository;
  readonly random: Random;
}

/** A random identifier of this server, made when it is first needed and kept from then on. */
export class KeptIdentifier {
  /** It never changes, so that it is read once. */
  private known: string | null = null;

  /** @param setting where it is kept; its fallback is empty */
  constructor(
    private readonly setting: Setting<string>,
    private readonly storage: Storage,
  ) {}

  /** Not inside a transaction. */
  async current(): Promise<string> {
    const { database, store } = this.storage;
    this.known ??= (await database.read((tx) => store.get(tx, this.setting))) || (await this.make());
    return this.known;
  }

  /** Of two that are made at once the first stays. */
  private make(): Promise<string> {
    const { database, store, random } = this.storage;
    return database.write(async (tx) => {
      await store.insertOnce(tx, this.setting, random.uuid());
      return store.get(tx, this.setting);
    });
  }
}
