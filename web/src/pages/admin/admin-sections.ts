import { adminTexts } from '../../texts/admin-texts.js';

/** A page of the administration, or a part of its settings. */
export interface AdminLink {
  readonly address: string;
  readonly name: string;
}

const { nav, settingsNav } = adminTexts;

/** The parts of the settings. The first one is shown where none is named. */
export const SETTINGS = [
  { part: 'requests', address: '/admin/settings', name: settingsNav.requests },
  { part: 'allowances', address: '/admin/settings/allowances', name: settingsNav.allowances },
  { part: 'discover', address: '/admin/settings/discover', name: settingsNav.discover },
  { part: 'lookups', address: '/admin/settings/lookups', name: settingsNav.lookups },
  { part: 'signin', address: '/admin/settings/signing-in', name: settingsNav.signin },
  { part: 'network', address: '/admin/settings/network', name: settingsNav.network },
  { part: 'boxes', address: '/admin/setboxes', name: settingsNav.boxes },
  { part: 'apps', address: '/admin/settings/apps', name: settingsNav.apps },
] as const;

/** The pages of the administration, in the order in which they stand. */
export const SECTIONS = [
  { section: 'overview', address: '/admin', name: nav.overview },
  { section: 'requests', address: '/admin/requests', name: nav.requests },
  { section: 'people', address: '/admin/people', name: nav.people },
  { section: 'libraries', address: '/admin/libraries', name: nav.libraries },
  { section: 'activity', address: '/admin/activity', name: nav.activity },
  { section: 'notifications', address: '/admin/notifications', name: nav.notifications },
  { section: 'jobs', address: '/admin/jobs', name: nav.jobs },
  { section: 'settings', address: '/admin/settings', name: nav.settings },
] as const;

export type SectionName = (typeof SECTIONS)[number]['section'];

/** To which section does a path belong? */
export function sectionOf(path: string): SectionName {
  const isSetting = SETTINGS.some(({ address }) => address === path);
  const found = SECTIONS.findLast(({ address }) => path === address || path.startsWith(`${address}/`));
  return isSetting ? 'settings' : (found?.section ?? 'overview');
}
