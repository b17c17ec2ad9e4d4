/** Where covers come from: this host and no other. Source: hardcover facts, Images. */
export const HARDCOVER_COVERS = { system: 'hardcover', hosts: { only: 'assets.hardcover.app' } } as const;
