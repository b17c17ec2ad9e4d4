/** What an account may do. */
export type AudiobookshelfPermissions = Readonly<Record<string, unknown>>;

/** An account of the fake. */
export interface AudiobookshelfAccount {
  readonly id: string;
  username: string;
  password: string;
  readonly type: string;
  isActive: boolean;
  permissions: AudiobookshelfPermissions;
  librariesAccessible: readonly string[];
  itemTagsSelected: readonly string[];
}

/** What a test says of an account. */
export type AudiobookshelfAccountGiven = Partial<AudiobookshelfAccount> & Pick<AudiobookshelfAccount, 'username'>;

/** Permissions of a new account of type `user` of which nothing is said. Source: audiobookshelf facts, Seen. */
const BY_ITSELF: AudiobookshelfPermissions = {
  download: true,
  update: false,
  delete: false,
  upload: false,
  createEreader: false,
  accessAllLibraries: true,
  accessAllTags: true,
  accessExplicitContent: false,
  selectedTagsNotAccessible: false,
};

const CREATED_AT = 1_748_700_000_000;

/** The accounts of a server, as it keeps and changes them. Source: audiobookshelf facts, Users and Seen. */
export class AudiobookshelfAccounts {
  /** Leaves out what the documents don't promise. */
  isTerse = false;
  private all: AudiobookshelfAccount[] = [];
  private made = 0;

  add({ username, permissions, ...given }: AudiobookshelfAccountGiven): AudiobookshelfAccount {
    this.made += 1;
    const account: AudiobookshelfAccount = {
      id: `6f0d9a3e-7f1c-4a5c-9b7e-${String(this.made).padStart(12, '0')}`,
      username,
      password: `password of ${username}`,
      type: 'user',
      isActive: true,
      librariesAccessible: [],
      itemTagsSelected: [],
      ...given,
      permissions: { ...BY_ITSELF, ...permissions },
    };
    this.all.push(account);
    return account;
  }

  get list(): readonly AudiobookshelfAccount[] {
    return this.all;
  }

  byId(id: string | undefined): AudiobookshelfAccount | undefined {
    return this.all.find((account) => account.id === id);
  }

  /** The account that somebody of this name signs in to: the first, in any case of its letters. */
  byNameOfSignIn(username: string): AudiobookshelfAccount | undefined {
    return this.all.find((account) => account.username.toLowerCase() === username.toLowerCase());
  }

  remove(id: string): void {
    this.all = this.all.filter((account) => account.id !== id);
  }

  /** Makes an account out of a body. @returns a text that says why not */
  create(body: Readonly<Record<string, unknown>>): AudiobookshelfAccount | string {
    const { username, password, type = 'user', isActive, permissions, librariesAccessible, itemTagsSelected } = body;
    if (!isText(username) || !isText(password)) return 'Username and password are required';
    if (!['user', 'admin', 'guest'].includes(String(type))) return 'Invalid account type';
    if (this.all.some((account) => account.username === username)) return 'Username already taken';
    return this.add({
      username,
      password,
      type: String(type),
      isActive: isActive === true,
      permissions: isObject(permissions) ? permissions : {},
      librariesAccessible: textsOf(librariesAccessible),
      itemTagsSelected: textsOf(itemTagsSelected),
    });
  }

  /** Changes an account by a body. A list of libraries without permissions is passed over, as is one beside a yes to all. */
  change(account: AudiobookshelfAccount, body: Readonly<Record<string, unknown>>): string | null {
    const { username, password, isActive, permissions, librariesAccessible, itemTagsSelected } = body;
    if (isText(username) && username !== account.username) {
      if (this.all.some((one) => one.username === username)) return 'Username already taken';
      account.username = username;
    }
    if (isText(password)) account.password = password;
    if (typeof isActive === 'boolean') account.isActive = isActive;
    if (!isObject(permissions)) return null;
    account.permissions = { ...account.permissions, ...permissions };
    const { accessAllLibraries, accessAllTags } = account.permissions;
    if (!accessAllLibraries && Array.isArray(librariesAccessible))
      account.librariesAccessible = textsOf(librariesAccessible);
    if (!accessAllTags && Array.isArray(itemTagsSelected)) account.itemTagsSelected = textsOf(itemTagsSelected);
    return null;
  }

  /** The token of an account that never ends. */
  tokenOf({ id }: AudiobookshelfAccount): string {
    return `planted-abs-token-${id.slice(-4)}`;
  }

  /**
   * An account as the server shows it. Source: audiobookshelf examples, users.list.
   *
   * @param isForRoot with its token; others get an empty text
   */
  shown(account: AudiobookshelfAccount, isForRoot: boolean): Readonly<Record<string, unknown>> {
    const { id, username, type, isActive, permissions, librariesAccessible, itemTagsSelected } = account;
    const token = isForRoot ? this.tokenOf(account) : '';
    if (this.isTerse) {
      const lists = permissions.accessAllLibraries === true ? {} : { librariesAccessible };
      const { createEreader: _, selectedTagsNotAccessible, ...known } = permissions;
      const tags = permissions.accessAllTags === true ? {} : { itemTagsSelected };
      const direction = selectedTagsNotAccessible === true ? { selectedTagsNotAccessible } : {};
      return { id, username, type, token, isActive, permissions: { ...known, ...direction }, ...lists, ...tags };
    }
    return {
      id,
      username,
      email: null,
      type,
      token,
      isOldToken: false,
      mediaProgress: [],
      seriesHideFromContinueListening: [],
      bookmarks: [],
      isActive,
      isLocked: false,
      lastSeen: CREATED_AT,
      createdAt: CREATED_AT,
      permissions,
      librariesAccessible,
      itemTagsSelected,
      hasOpenIDLink: false,
    };
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
