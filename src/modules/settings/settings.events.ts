/** An administrator has stored another key of an outside provider, or removed one. */
export class ProviderKeyChanged {
  /** @param name the key's name on the wire, see {@link ProviderCredential} */
  constructor(readonly name: string) {}
}
