import type { operations } from '../api/schema.js';
import { isDownloadKind, PRODUCTS, productAtPort, type KeyedKind } from './library-kinds.js';

/** Why the server couldn't connect, in its own word. */
export type ConnectionFault = NonNullable<
  operations['postInstancesTest']['responses'][400]['content']['application/json']['fault']
>;

/** What a connection test means to the person who typed address and key; each has its sentence in the catalogue of texts. */
export type Advice =
  | Exclude<ConnectionFault, 'refused' | 'wrong_app'>
  | 'refused'
  /** Nothing answers at the server's own machine: in a container that is the container. */
  | 'refused_here'
  /** The key was refused, and the address has the port of another app. */
  | 'key_of_another'
  /** A user name, a password or a key was refused by an app that may lock out who tries too often. */
  | 'credential_refused'
  | 'wrong_app'
  /** Another app answered, and the port says which. */
  | 'wrong_app_known'
  /** The address was typed with https, and the app seems to speak plain http. */
  | 'tls_unwanted';

/** What the sentences name. */
export interface AdviceFacts {
  /** The app that was chosen. */
  readonly app: string;
  /** The address, as it was tried. */
  readonly address: string;
  /** The name of the computer in it. */
  readonly host: string;
  /** The port at which the app is found where nobody has changed it. */
  readonly port: number;
  /** A name that the app may have in a network of containers. */
  readonly service: string;
  /** Where in the app its key is shown. */
  readonly keyPlace: string;
  /** What may be missing at the end of the address, and where in the app it is shown. */
  readonly basePlace: string;
  /** Where in the app one sees how it is. */
  readonly statusPlace: string;
  /** The app that is usually found at the port of the address. */
  readonly other: string;
}

/** A sentence to say, and what it names. */
export interface ConnectionAdvice extends AdviceFacts {
  readonly advice: Advice;
}

const FAULTS: Readonly<Record<ConnectionFault, true>> = {
  connection_failed: true,
  key_lacks_rights: true,
  key_refused: true,
  lets_anybody_in: true,
  name_not_found: true,
  no_server: true,
  not_the_app: true,
  redirected: true,
  refused: true,
  status: true,
  timed_out: true,
  tls: true,
  url_base_missing: true,
  wrong_app: true,
};

/** Is this one of the words for which there is a sentence? */
export const isConnectionFault = (word: string | undefined): word is ConnectionFault =>
  word !== undefined && Object.hasOwn(FAULTS, word);

const HERE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** What to say about a failed connection test. Source: issue 22, wizard; design web-app §4 */
export function connectionAdvice(fault: ConnectionFault, kind: KeyedKind, address: string): ConnectionAdvice {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const other = productAtPort(url?.port ?? '', kind);
  const facts = { ...PRODUCTS[kind], address, host: url?.hostname ?? address, other: other ?? '' };
  if (fault === 'key_refused' && isDownloadKind(kind)) return { ...facts, advice: 'credential_refused' };
  return { ...facts, advice: adviceFor(fault, url, other) };
}

function adviceFor(fault: ConnectionFault, url: URL | undefined, other: string | undefined): Advice {
  switch (fault) {
    case 'refused':
      return HERE.test(url?.hostname ?? '') ? 'refused_here' : 'refused';
    case 'tls':
      // Apps in the house rarely have a certificate, and their own port is one for plain http.
      return url?.port === '' ? 'tls' : 'tls_unwanted';
    case 'key_refused':
      return other === undefined ? 'key_refused' : 'key_of_another';
    case 'wrong_app':
      return other === undefined ? 'wrong_app' : 'wrong_app_known';
    default:
      return fault;
  }
}
