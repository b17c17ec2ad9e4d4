import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { defineSetting, SettingsRepository, SETUP_STEPS } from '../../settings/settings.public.js';
import { unknownSetupItem } from '../administration.errors.js';

/** The checklist's order. What it doesn't name comes last, as it was registered. */
const ORDER = [
  'movie_manager',
  'tv_manager',
  'tmdb',
  'media_server',
  'people',
  'push',
  'hub_invites',
  'listprov',
  'provider_contact',
  'discovery_prefs',
  'download_client',
  'media_downloads',
  'monitor',
  'books',
  'ai',
  'remediation',
];

const orderOf = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

const inSetupOrder = <T extends { readonly key: string }>(steps: readonly T[]): readonly T[] =>
  [...steps].sort((one, other) => orderOf(one.key) - orderOf(other.key));

/** Keys of the items that an administrator has chosen to leave undone. */
const SKIPS = defineSetting<string[]>({ key: 'setup_skips', schema: z.array(z.string()), fallback: [] });

export interface SetupItem {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly configured: boolean;
  readonly optional: boolean;
  readonly skipped: boolean;
}

/** What is left to set up? Each module says it of itself, anew each time. */
@Injectable()
export class SetupChecklistService {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly ports: PortRegistry,
  ) {}

  /** Every item that a module has registered, in order; what the database knows as of one moment, the rest right after it. */
  async items(): Promise<readonly SetupItem[]> {
    const steps = inSetupOrder(this.ports.all(SETUP_STEPS));
    const { skips, configured } = await this.database.read(async (tx) => {
      const configured: boolean[] = [];
      for (const step of steps) configured.push(await step.isConfigured(tx));
      return { skips: await this.settings.get(tx, SKIPS), configured };
    });
    return Promise.all(
      steps.map(async (step, at) => {
        const { key, title, description, optional } = step;
        const isDone = configured[at] === true && ((await step.holds?.()) ?? true);
        return { key, title, description, configured: isDone, optional, skipped: skips.includes(key) };
      }),
    );
  }

  /** An item that gets done all the same is done. @throws AppError 400 for an unknown item; 401 and 403 when they may not any more */
  async skip(admin: Privileged, key: string, skipped: boolean): Promise<readonly SetupItem[]> {
    if (!this.ports.all(SETUP_STEPS).some((step) => step.key === key)) throw unknownSetupItem();
    await privilegedWrite(this.database, admin, async (tx) => {
      const others = (await this.settings.get(tx, SKIPS)).filter((known) => known !== key);
      await this.settings.set(tx, SKIPS, skipped ? [...others, key] : others);
    });
    return this.items();
  }
}
