import { FakeSetboxHelper } from '../../test/fakes/appletv/fake-setbox-helper.js';

/** The box, as a search finds it and as its screen shows it. */
export const DEN = {
  name: 'Den',
  address: '192.0.2.40',
  identifier: '5D797FD3-0000-4444-A47B-A29DD7E8A6E5',
  pin: '0042',
};

/** The household's Apple TV, and the program by which the server reaches it. Its player isn't running yet. */
export class SetTopBox {
  private readonly helper = new FakeSetboxHelper();

  /** Of the server's environment. */
  readonly settings = { SETBOX_HELPER: this.helper.command };

  open(): Promise<void> {
    this.helper.addBox(DEN);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.helper.close();
  }

  /** The links that it has taken. */
  get opened() {
    return this.helper.opened();
  }
}
