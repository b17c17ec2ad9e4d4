/**
 * An action was asked for an id that no item of this client can have. Nothing was sent. Ids are judged before a client is
 * asked, so this is a fault of the program.
 */
export class ForeignItemId extends Error {
  override readonly name = 'ForeignItemId';

  constructor() {
    super('not the id of an item of this client');
  }
}
