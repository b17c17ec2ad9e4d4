import type { FakeAnswer } from '../fake-server.js';
import { ServarrCommands } from './servarr-commands.js';
import { asFields, found, type Fields } from './servarr-fields.js';
import {
  rootFolder,
  type ServarrIdentity,
  type ServarrProfile,
  type ServarrRootFolder,
} from './servarr-fixed-answers.js';
import { ServarrServer, type ServarrFakeOptions } from './servarr-server.js';
import type { NotificationTraits } from './servarr-notifications.js';
import { clientResource, type ServarrClientGiven, type ServarrStore } from './servarr-store.js';

/** What sets a product of the family apart. */
export interface ServarrProduct extends ServarrIdentity {
  readonly notifications: NotificationTraits;
  /** What it writes of a command beside the usual. */
  readonly commandBody: Fields;
  qualityProfile(profile: ServarrProfile): Fields;
}

/** A manager of the family with a library: commands, profiles, folders. */
export abstract class ServarrFake<Store extends ServarrStore> extends ServarrServer {
  protected readonly commands: ServarrCommands;

  /** Puts profiles and folders in place. */
  protected readonly givenPlaces = {
    /** These profiles, in place of the one it has from the start. */
    qualityProfiles: (profiles: readonly ServarrProfile[]): void => void (this.library.profiles = profiles),
    /** These download clients, in place of the one it has from the start. */
    downloadClients: (clients: readonly ServarrClientGiven[]): void => void (this.library.clients = clients),
    /** These folders, in place of the one it has from the start. */
    rootFolders: (folders: readonly ServarrRootFolder[]): void => void (this.library.folders = folders),
  };

  protected constructor(
    private readonly product: ServarrProduct,
    protected readonly library: Store,
    options: ServarrFakeOptions,
  ) {
    super(product, product.notifications, options);
    this.commands = new ServarrCommands(options.now ?? Date.now, product.commandBody);
    this.addFamilyRoutes();
  }

  /** A command that isn't equal to a queued one begins to run. */
  protected abstract carryOut(name: string, args: Fields): void;

  private addFamilyRoutes(): void {
    this.api('GET qualityprofile', () => ({
      body: this.library.profiles.map((one) => this.product.qualityProfile(one)),
    }));
    this.api('GET rootfolder', () => ({ body: this.library.folders.map(rootFolder) }));
    this.api('GET downloadclient', () => ({ body: this.library.clients.map(clientResource) }));
    this.api('GET command', () => ({ body: this.commands.resources() }));
    this.api('GET command/:id', ({ params }) => found(this.commands.resource(Number(params.id))));
    this.api('POST command', ({ body }) => this.command(asFields(body)));
  }

  private command({ name, ...args }: Fields): FakeAnswer {
    const { id, fresh } = this.commands.give(String(name), args);
    if (fresh) this.carryOut(String(name), args);
    return { status: 201, body: this.commands.resource(id) };
  }
}
