/** How a PIN was begun, and what has become of it. */
interface Pin {
  readonly id: number;
  readonly code: string;
  readonly clientIdentifier: string;
  readonly product: string;
  readonly expiresAt: number;
  token: string | null;
}

const FIRST_ID = 2_211_334_455;
const STRONG_S = 1_800;
const WEAK_S = 900;

/** The PINs that have been begun. Source: plex facts, PIN sign-in. */
export class PlexPins {
  /** In seconds, of strong ones that are begun from now on. */
  expiresIn = STRONG_S;
  private readonly pins = new Map<number, Pin>();
  private begun = 0;

  constructor(private readonly now: () => number) {}

  /** The latest one. */
  get latest(): Pin {
    const pin = [...this.pins.values()].at(-1);
    if (!pin) throw new Error('no PIN has been begun');
    return pin;
  }

  begin(clientIdentifier: string, product: string, isStrong: boolean): Pin {
    const id = FIRST_ID + this.begun;
    const code = isStrong ? `q7hx2m9kfdemo8w1z3c5v${String(this.begun).padStart(4, '0')}` : '4KXD';
    this.begun += 1;
    const expiresAt = this.now() + (isStrong ? this.expiresIn : WEAK_S) * 1_000;
    const pin: Pin = { id, code, clientIdentifier, product, expiresAt, token: null };
    this.pins.set(id, pin);
    return pin;
  }

  /** The PIN of this id, for the client that has begun it; undefined once it has run out. */
  find(id: number, clientIdentifier: string): Pin | undefined {
    const pin = this.pins.get(id);
    return pin && pin.clientIdentifier === clientIdentifier && this.now() < pin.expiresAt ? pin : undefined;
  }

  /** The PIN of this id, begun by any client. */
  byId(id: number): Pin {
    const pin = this.pins.get(id);
    if (!pin) throw new Error(`no PIN ${id} has been begun`);
    return pin;
  }

  forget(id: number): void {
    this.pins.delete(id);
  }

  /** Source: plex examples, pins.create.response and pins.check. */
  answer(pin: Pin): Record<string, unknown> {
    return {
      id: pin.id,
      code: pin.code,
      product: pin.product,
      trusted: false,
      qr: `https://plex.tv/api/v2/pins/qr/${pin.code}`,
      clientIdentifier: pin.clientIdentifier,
      location: {
        code: 'US',
        european_union_member: false,
        continent_code: 'NA',
        country: 'United States',
        city: 'Demo',
        time_zone: 'America/Chicago',
        postal_code: '00000',
        in_privacy_restricted_country: false,
        subdivisions: 'Demo',
        coordinates: '0.0, 0.0',
      },
      expiresIn: Math.max(0, Math.floor((pin.expiresAt - this.now()) / 1_000)),
      createdAt: '2026-11-20T12:00:00Z',
      expiresAt: new Date(pin.expiresAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      authToken: pin.token,
      newRegistration: null,
    };
  }
}
