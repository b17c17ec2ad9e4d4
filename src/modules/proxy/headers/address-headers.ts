import { redactText } from '../scrub/redact-text.js';

/** One link: an address in angle brackets and its parameters, quoted or not. Source: RFC 8288 §3. */
const LINK = /\s*<([^<>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;<>]+))?)*)\s*/y;

/**
 * A Link header without credentials in its addresses; undefined where it isn't one, which is not passed on.
 * Source: doc 3 §4.3, response headers.
 */
export function cleanLink(value: string): string | undefined {
  const links: string[] = [];
  const pattern = new RegExp(LINK);
  for (let found = pattern.exec(value); found; found = pattern.exec(value)) {
    const [, address = '', parameters = ''] = found;
    links.push(`<${redactText(address)}>${redactText(parameters)}`);
    if (pattern.lastIndex === value.length) return links.join(', ');
    if (value[pattern.lastIndex] !== ',') return undefined;
    pattern.lastIndex += 1;
  }
  return undefined;
}

/** A Refresh header without credentials in its address; undefined where it isn't one. Source: doc 3 §4.3. */
export function cleanRefresh(value: string): string | undefined {
  const [, delay, quote, address] = /^\s*(\d+)(?:\s*[;,]\s*url\s*=\s*(["']?)([^"'\s]+)\2)?\s*$/i.exec(value) ?? [];
  if (delay === undefined) return undefined;
  return address === undefined ? delay : `${delay}; url=${quote}${redactText(address)}${quote}`;
}
