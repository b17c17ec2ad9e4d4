import type { PlexPerson } from './plex-person.js';
import type { PlexShares } from './plex-shares.js';

/** A library, with the id that shares name and the one that the server itself counts by. */
interface PlexLibraryGiven {
  readonly id: number;
  readonly title: string;
  readonly type: string;
}

/** What a test says of a device. */
export interface PlexDeviceGiven {
  readonly machineIdentifier: string;
  readonly owner: PlexPerson;
  readonly name?: string;
  /** A list with commas; `server` where nothing is said. */
  readonly provides?: string;
  readonly libraries?: readonly PlexLibraryGiven[];
  /** How it is reached; where nobody answers when nothing is said. */
  readonly connections?: readonly PlexConnectionGiven[];
  /** What the provider has issued for it. */
  readonly accessToken?: string;
}

/** An address of a device. */
interface PlexConnectionGiven {
  readonly uri: string;
  readonly local?: boolean;
  readonly relay?: boolean;
}

/** Nobody listens there. */
const NOWHERE: PlexConnectionGiven = { uri: 'https://127.0.0.1:1' };

/** Servers and players. */
export class PlexDevices {
  private readonly devices = new Map<string, PlexDeviceGiven>();
  /** Devices under an identifier that is another one's. */
  private readonly imitations: PlexDeviceGiven[] = [];

  constructor(private readonly shares: PlexShares) {}

  /** Registers a device. Somebody else may register one of their own under the same identifier: it is no secret. */
  add(device: PlexDeviceGiven): void {
    const known = this.devices.get(device.machineIdentifier);
    if (known && known.owner.id !== device.owner.id) this.imitations.push(device);
    else this.devices.set(device.machineIdentifier, device);
  }

  remove(machineIdentifier: string): void {
    this.devices.delete(machineIdentifier);
  }

  find(machineIdentifier: string): PlexDeviceGiven | undefined {
    return this.devices.get(machineIdentifier);
  }

  /** A server of this owner. */
  ownedBy(person: PlexPerson, machineIdentifier: string | undefined): PlexDeviceGiven | undefined {
    return this.serversOf(person).find((device) => device.machineIdentifier === machineIdentifier);
  }

  /** The servers of this owner. */
  serversOf(person: PlexPerson): readonly PlexDeviceGiven[] {
    return [...this.devices.values()].filter(({ owner }) => owner.id === person.id);
  }

  /** The devices of somebody, their own and what is shared with them. Source: plex examples, resources. */
  resourcesOf(person: PlexPerson): readonly Record<string, unknown>[] {
    const imitations = this.imitations.filter(({ owner }) => owner.id === person.id);
    const others = imitations.map((device) => resource(device, true));
    const own = [...this.devices.values()].flatMap((device) => {
      const owned = device.owner.id === person.id;
      const isShared = this.shares.isAccepted(device.machineIdentifier, person.id);
      return owned || isShared ? [resource(device, owned)] : [];
    });
    return [...own, ...others];
  }

  /** A server of this owner, with its libraries. Source: plex examples, v2.server.librarysections. */
  librariesOf(person: PlexPerson, machineIdentifier: string): Record<string, unknown> | undefined {
    const device = this.devices.get(machineIdentifier);
    if (device?.owner.id !== person.id) return undefined;
    return {
      id: 55_012,
      machineIdentifier,
      name: device.name ?? 'Basement',
      librarySections: (device.libraries ?? []).map(({ id, title, type }, at) => ({ id, key: at + 1, title, type })),
    };
  }
}

function resource(device: PlexDeviceGiven, owned: boolean): Record<string, unknown> {
  const { machineIdentifier, owner, name = 'Basement', provides = 'server' } = device;
  const isServer = provides.split(',').includes('server');
  return {
    name,
    product: isServer ? 'Plex Media Server' : 'Plex for Android (TV)',
    productVersion: '1.42.2.10156',
    platform: 'Linux',
    platformVersion: '6.8',
    device: isServer ? 'Docker Container' : 'SHIELD',
    clientIdentifier: machineIdentifier,
    createdAt: '2024-01-01T00:00:00Z',
    lastSeenAt: '2026-11-20T11:00:00Z',
    provides,
    ownerId: owned ? null : owner.id,
    sourceTitle: owned ? null : owner.title,
    publicAddress: '203.0.113.9',
    accessToken: device.accessToken ?? `device-token-of-${machineIdentifier}`,
    owned,
    home: false,
    synced: false,
    relay: true,
    presence: true,
    httpsRequired: false,
    publicAddressMatches: true,
    dnsRebindingProtection: false,
    natLoopbackSupported: true,
    connections: (device.connections ?? [NOWHERE]).map(({ uri, local = true, relay = false }) => {
      const { protocol, hostname, port } = new URL(uri);
      return { protocol: protocol.slice(0, -1), address: hostname, port: Number(port), uri, local, relay, IPv6: false };
    }),
  };
}
