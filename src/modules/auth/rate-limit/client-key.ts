import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isIPv4, isIPv6 } from 'node:net';
import { clientAddress } from '../../../core/http/client-address.js';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;
const NETWORK = '::/64';

/** Whose budget? IPv6 counts by /64, which a client has as a whole; IPv4 in IPv6 form is IPv4. `unknown` when the connection is gone. */
export function clientKey(address: string | undefined): string {
  const plain = clientAddress(address);
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  return mappedIPv4(groups) ?? `${groups.slice(0, NETWORK_GROUPS).map(hex).join(':')}${NETWORK}`;
}

/** Which keys may be one client? All of a /48, as sites get it (RFC 6177); any other key is by itself. */
export function clientGroup(key: string): string {
  return key.endsWith(NETWORK) ? `${key.split(':', SITE_GROUPS).join(':')}::/48` : key;
}

/** The {@link clientKey} of the request: by it a client's attempts are counted. */
export const ClientKey = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  clientKey(context.switchToHttp().getRequest<Request>().ip),
);

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::', 2);
  const front = parseGroups(head);
  if (tail === undefined) return front;
  const back = parseGroups(tail);
  return [...front, ...Array<number>(GROUPS - front.length - back.length).fill(0), ...back];
}

function parseGroups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => (part.includes('.') ? dottedGroups(part) : [parseInt(part, 16)]));
}

/** The last 32 bits of an IPv6 address may be written in dotted form. */
function dottedGroups(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** RFC 4291 section 2.5.5.2. */
function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return mapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

const hex = (group: number): string => group.toString(16);
