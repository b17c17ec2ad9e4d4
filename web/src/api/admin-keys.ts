/** The names under which the answers about the household are kept. No frame of the socket concerns them. */
export const adminKeys = {
  instances: ['household', 'instances'],
  webhook: (id: string) => ['household', 'webhook', id],
  assigned: (id: string) => ['household', 'assigned', id],
  people: ['household', 'people'],
  held: ['household', 'held'],
  heldOf: (instances: readonly string[]) => ['household', 'held', instances],
  links: ['household', 'links'],
  jobs: ['household', 'jobs'],
  person: (id: number) => ['household', 'person', id],
  personPart: (id: number, part: string) => ['household', 'person', id, part],
  remoteAccounts: (server: string) => ['household', 'remote-accounts', server],
  genres: ['household', 'genres'],
} as const;
