import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { ChatPreferencesRepository, type ChatPreferences } from './chat-preferences.repository.js';

describe('doc2 §6: the rows of what people have chosen for the chat', () => {
  const preferences = new ChatPreferencesRepository();
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  it('are replaced, those that are switched on are found, and they go', async () => {
    const [ana, ben] = [await rows.person('ana'), await rows.person('ben')];
    const of = (userId: number) => rows.database.read((tx) => preferences.of(tx, userId));
    const set = (userId: number, chosen: ChatPreferences) =>
      rows.database.write((tx) => preferences.set(tx, userId, chosen));
    const unchosen = await of(ana);
    await set(ana, { ...unchosen, enabled: true, chatIds: ['1'] });
    await set(ana, { ...unchosen, enabled: true, chatIds: ['1', '2'] });
    await set(ben, { ...unchosen, chatIds: ['3'] });
    expect([(await of(ana)).chatIds, (await of(ben)).chatIds]).toEqual([['1', '2'], ['3']]);
    expect([...(await rows.database.read((tx) => preferences.enabledOf(tx, [ana, ben]))).keys()]).toEqual([ana]);
    await rows.database.write((tx) => preferences.restrict(tx, ana, []));
    await rows.database.write((tx) => preferences.remove(tx, ben));
    expect([(await of(ana)).chatIds, await of(ben)]).toEqual([['1', '2'], unchosen]);
  });
});
