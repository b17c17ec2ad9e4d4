import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import { SettingsDatabase } from '../../../test/harness/settings-database.js';
import { SecretUnreadable, SecretBox } from '../../core/secrets/secret-box.js';
import { Secret } from '../../core/secrets/secret.js';
import { SystemRandom } from '../../core/time/random.js';
import { defineSecretSetting, SecretSettingsRepository } from './secret-settings.repository.js';

const ONE = defineSecretSetting('one_key');
const OTHER = defineSecretSetting('other_key');

describe('secrets among the stored settings', () => {
  let fixture: SettingsDatabase;

  beforeEach(async () => {
    fixture = await SettingsDatabase.open();
    await fixture.database.write((tx) => fixture.secrets.set(tx, ONE, Secret.of('open sesame')));
  });

  afterEach(() => fixture.close());

  const sealedText = (): Promise<string> => fixture.database.read((tx) => fixture.store.get(tx, ONE.sealed));

  it('are given back as they were stored, until they are removed', async () => {
    expect((await fixture.database.read((tx) => fixture.secrets.get(tx, ONE)))?.reveal()).toBe('open sesame');
    expect(await fixture.database.read((tx) => fixture.secrets.isStored(tx, ONE))).toBe(true);
    await fixture.database.write((tx) => fixture.secrets.remove(tx, ONE));
    expect(await fixture.database.read((tx) => fixture.secrets.get(tx, ONE))).toBeNull();
    expect(await fixture.database.read((tx) => fixture.secrets.isStored(tx, ONE))).toBe(false);
  });

  it('security 26: lie there sealed', async () => {
    expect(await sealedText()).toMatch(/^v1:[A-Za-z0-9+/=]+$/);
    expect(await sealedText()).not.toContain('sesame');
  });

  it('security 26: can’t be opened in the row of another setting', async () => {
    const moved = await sealedText();
    await fixture.database.write((tx) => fixture.store.set(tx, OTHER.sealed, moved));
    const fault = await errorOf(fixture.database.read((tx) => fixture.secrets.get(tx, OTHER)));
    expect(fault).toBeInstanceOf(SecretUnreadable);
  });

  it('security 26: can’t be opened with another key, and are still known to be stored', async () => {
    const stranger = new SecretSettingsRepository(
      fixture.store,
      new SecretBox(Buffer.alloc(32, 8), new SystemRandom()),
    );
    expect(await errorOf(fixture.database.read((tx) => stranger.get(tx, ONE)))).toMatchObject({ status: 503 });
    expect(await fixture.database.read((tx) => stranger.isStored(tx, ONE))).toBe(true);
  });
});
