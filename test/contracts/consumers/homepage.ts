import type { Consumer, Fields } from './consumer.js';

/** It shows an error in place of the widget when one of these is missing. */
const VALIDATED: Fields = { pending: 'integer', approved: 'integer', available: 'integer' };

/**
 * The widgets of Homepage, a dashboard: `overseerr`, `jellyseerr` and `seerr`.
 *
 * Source: github.com/gethomepage/homepage, src/widgets/overseerr/widget.js of commit
 * d76a18565cbdf39ef4a7ccaff5b0c5026fd88f15 and component.jsx of 0a58f259ffaf61b19d4a1aea1afda991940dcf47;
 * src/widgets/jellyseerr/widget.js of 0e8f8ec4c93e3bf493ffdb406423dc2d472f1edf; src/widgets/seerr/widget.js of
 * 7389e1ea9a43593641a2e92e9866a4b28b9bb48d and component.jsx of 1712248e18da4cccdaad952701450818faf0dcaf.
 */
export const HOMEPAGE: Consumer = {
  name: 'Homepage',
  calls: [
    {
      call: 'GET /request/count',
      why: 'the figures of the widget',
      insists: VALIDATED,
      // Without `completed` it shows `available` in its place.
      reads: { completed: 'integer', processing: 'integer' },
    },
  ],
  distinguishes: [
    {
      call: 'GET /request/count',
      when: 'the key is wrong',
      status: 403,
      makes: 'an error in place of the figures, as of every status but 200',
    },
    {
      call: 'GET /request/count',
      when: 'the library can’t be read',
      status: 503,
      makes: 'an error in place of the figures',
    },
  ],
  outside: [
    {
      call: 'GET /issue/count',
      means: 'the field `issues` of the widget, which is off unless chosen, turns the whole widget into an error',
    },
  ],
};
