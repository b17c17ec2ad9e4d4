import { OidcFake } from '../../test/fakes/oidc/oidc-fake.js';
import { PlexFake } from '../../test/fakes/plex/plex-fake.js';

/** The Plex server of the household. */
export const MACHINE = '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c';

/** Who has the server shared already. */
export const FRIEND = { username: 'otto', email: 'otto@example.org' };

/** Who is to be invited at Plex. */
export const PLEX_MEMBER = { username: 'grace', email: 'grace@demo.invalid' };

/** Plex, and the OpenID provider of the household: they sign people in. */
export class SignInProviders {
  readonly plex = new PlexFake();
  readonly oidc = new OidcFake(Date.now);

  constructor() {
    const owner = this.plex.given.person({ id: 3_100_451, username: 'ada', email: 'ada@example.org' });
    const friend = this.plex.given.person({ id: 3_100_452, ...FRIEND });
    const libraries = [{ id: 121_001, title: 'Movies', type: 'movie' }];
    this.plex.given.device({ machineIdentifier: MACHINE, owner, name: 'Basement', libraries });
    this.plex.given.share(MACHINE, friend);
    const member = this.plex.given.person({ id: 3_100_453, ...PLEX_MEMBER });
    // Plex's own page, where somebody approves a sign-in with a click.
    const people = { ada: owner, otto: friend };
    this.plex.route('POST /approve/:name', ({ params }) => {
      const person = people[params.name as keyof typeof people];
      this.plex.approve(person);
      return { status: 204 };
    });
    this.plex.route(`POST /accept/${PLEX_MEMBER.username}`, () => {
      this.plex.accept(MACHINE, member);
      return { status: 204 };
    });
    this.oidc.clientSecret = 'demo-oidc-secret';
    this.oidc.person = { sub: 'demo-nora', claims: { preferred_username: 'nora' } };
  }

  /** The settings that lead a server to Plex. */
  get settings(): Readonly<Record<string, string>> {
    return { HUB_URL: this.plex.url, HUB_CLIENTS_URL: this.plex.url, HUB_WEB_URL: this.plex.url };
  }

  async open(): Promise<void> {
    await Promise.all([this.plex.start(), this.oidc.start()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.plex.stop(), this.oidc.stop()]);
  }
}
