/** Who plays, with what they know. */
export const ADMIN = { name: 'ada', password: 'demo-password' };

/** The password is for media servers, the email is known at Plex, and the chat id at Discord. */
export const MEMBER = {
  name: 'grace',
  password: 'grace-at-home',
  email: 'grace@demo.invalid',
  chatId: '900000000000000101',
};

export const OTHER = { name: 'alan' };

/** Signs in by Plex: has the server of the household shared already. */
export const PLEX_FRIEND = { name: 'otto', email: 'otto@example.org' };

/** Signs in by the OpenID provider. */
export const OIDC_FRIEND = { name: 'nora' };

/** The household's Apple TV, as a search finds it, and the PIN that it shows when it is paired. */
export const DEN = {
  name: 'Den',
  address: '192.0.2.40',
  identifier: '5D797FD3-0000-4444-A47B-A29DD7E8A6E5',
  pin: '0042',
};

/** What the book catalog takes. */
export const BOOK_CATALOG_TOKEN = 'demo-hardcover-token';
