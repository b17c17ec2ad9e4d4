import { createHash } from 'node:crypto';

/** The product's sign: a ticket, torn on both sides. */
export const TICKET = `<svg viewBox="0 0 24 24" aria-hidden="true">
<path d="M2.5 6.5h19v3.6a1.9 1.9 0 0 0 0 3.8v3.6h-19v-3.6a1.9 1.9 0 0 0 0-3.8z"/><path d="M15 6.5v11" stroke-dasharray="1.6 1.6"/>
</svg>`;

/** The Content-Security-Policy of a page that may use this style and script and nothing else; with a script it may call this server. */
export function pagePolicy(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The text as HTML that shows it, also between quotes: none of its characters is markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
