import { keep, kept } from '../session/kept-choice.js';

/** The themes that can be chosen; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;

/** A theme. */
export type Theme = (typeof THEMES)[number];

/** What public/appearance.js reads before anything is drawn. */
const THEME = 'usher-theme';
const MOTION = 'usher-motion';

/**
 * How this browser shows the app. It is kept for the browser and not for an account: a choice says nothing of anybody, and
 * stays after a sign-out.
 */
class Appearance {
  #theme: Theme = $state(THEMES.find((theme) => theme === kept(THEME)) ?? 'system');
  #isStill = $state(kept(MOTION) === 'reduce');

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    keep(THEME, theme === 'system' ? undefined : theme);
    mark('theme', theme === 'system' ? undefined : theme);
  }

  /** Nothing moves but what shows progress. */
  get isStill(): boolean {
    return this.#isStill;
  }

  set isStill(isStill: boolean) {
    this.#isStill = isStill;
    keep(MOTION, isStill ? 'reduce' : undefined);
    mark('motion', isStill ? 'reduce' : undefined);
  }
}

/** How this browser shows the app. */
export const appearance = new Appearance();

function mark(name: string, value: string | undefined): void {
  const { dataset } = document.documentElement;
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
