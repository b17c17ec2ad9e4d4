/** An instance uses another connection to the book catalog than before, or none any more. */
export class BookcatalogConnectionChanged {
  constructor(readonly instanceId: string) {}
}
