/** The posters of series that may be shown to members: copies of the metadata service, since Sonarr's own are for administrators. */
export const SONARR_POSTERS = { path: /(?!)/, hosts: new Set(['artworks.thetvdb.com']) } as const;
