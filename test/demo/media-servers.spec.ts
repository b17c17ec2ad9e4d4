import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaServers } from '../../scripts/demo/media-servers.js';
import { type PlayedServer, signInAt } from '../../scripts/demo/player.js';

const MEMBER = { name: 'grace', password: 'grace-at-home' };

describe('the media servers of the demo', () => {
  let servers: MediaServers;

  beforeEach(async () => {
    servers = new MediaServers();
    await servers.open();
  });

  afterEach(() => servers.close());

  const give = (): void => {
    const { name, password } = MEMBER;
    for (const video of [servers.jellyfin, servers.emby]) video.given.account({ name, password });
    servers.audiobookshelf.given.account({ username: name, password });
  };

  it('have a film once, when it has arrived', () => {
    const film = { tmdbId: 775, title: 'A Trip to the Moon', year: 1902 };
    const titles = (): readonly string[] =>
      [servers.jellyfin, servers.emby]
        .flatMap((video) =>
          video.accounts.filter(({ name }) => name === 'ada').flatMap((account) => video.visibleTo(account)),
        )
        .map(({ name }) => name);
    expect(titles()).toEqual([]);
    servers.scan([film]);
    servers.scan([film]);
    expect(titles()).toEqual([film.title, film.title]);
  });

  it('say that nothing was made, and that nobody is off, before anything happens', () => {
    for (const evidence of servers.evidence(MEMBER))
      expect(evidence).toMatchObject({ creations: 0, isMembers: false, isOff: false, isOtherUntouched: true });
  });

  it('say that an account has the password of the member, and whether it is off', () => {
    give();
    const shown = () => servers.evidence(MEMBER).map(({ isMembers, isOff }) => [isMembers, isOff]);
    expect(shown()).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
    for (const video of [servers.jellyfin, servers.emby]) {
      const account = video.account(MEMBER.name);
      if (account) account.policy.IsDisabled = true;
    }
    const listener = servers.audiobookshelf.accounts.byNameOfSignIn(MEMBER.name);
    if (listener) listener.isActive = false;
    expect(shown()).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('let the member in by the programs with which people watch and listen, and nobody by another password', async () => {
    give();
    const statuses = (password: string): Promise<readonly number[]> =>
      Promise.all(servers.places.map((place: PlayedServer) => signInAt(place, MEMBER.name, password)));
    expect(await statuses(MEMBER.password)).toEqual([200, 200, 200]);
    expect(await statuses('another')).toEqual([401, 401, 401]);
  });
});
