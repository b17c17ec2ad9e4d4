/** The setting that names the port of this machine from which a measured server fetches pictures. */
export const PICTURE_PORT = 'BENCH_PICTURE_PORT';
