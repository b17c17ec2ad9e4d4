import { sayFrom } from '../../core/errors/sentence.js';

/** What became of a call to an outside system, of any kind. */
const HTTP_SENTENCES = {
  // No connection, or none that lasted.
  server_not_reached: 'could not reach server: {why}',
  connection_failed: 'connection failed',
  connection_refused: 'connection refused',
  connection_timed_out: 'connection timed out',
  connection_reset: 'connection reset',
  connection_closed: 'connection closed',
  host_name_not_found: 'name not found',
  host_name_lookup_failed: 'name lookup failed',
  no_route_to_host: 'no route to host',
  no_route_to_network: 'no route to network',
  host_is_down: 'host is down',
  tls_handshake_failed: 'TLS handshake failed',
  certificate_not_trusted: 'certificate is not trusted',
  call_given_up: 'the call was given up',
  no_complete_answer_in_time: 'no complete answer within {seconds} s',
  no_connection_in_time: 'no connection in time',
  no_answer_in_time: 'no answer in time',
  no_further_byte_in_time: 'no further byte in time',

  // The outbound proxy.
  proxy_not_connected: 'proxy: {why}',
  proxy_opened_no_tunnel_in_time: 'no tunnel within {seconds} s',
  proxy_refused_credentials: 'proxy refused the credentials',
  proxy_answered_status: 'proxy answered with {status}',

  // Nothing was sent.
  call_not_sent: 'not sent: {why}',
  header_not_writable: 'a header can’t be written',
  header_value_not_writable: 'the value of {name} holds a character that no header may hold',
  address_too_long: 'address is too long',
  base_address_not_absolute: 'base address is not absolute',
  base_address_not_plain: 'base address is not plain http(s)',
  path_segment_is_step: 'path segment is empty or a step',
  path_segment_has_control_character: 'path segment holds a control character',
  path_segment_not_well_formed: 'path segment is not well-formed text',
  target_not_plain: 'target holds what no path holds',
  target_has_step: 'target holds a step',
  target_encoded_repeatedly: 'target is encoded over and over',

  // What was answered.
  server_answered_status: 'server returned status {status}',
  server_redirected: 'server redirected with status {status} to {place}',
  server_redirected_nowhere: 'server redirected with status {status} to an unnamed place',
  server_switched_protocols: 'server switched protocols',
  answer_too_large: 'server answered with more data than we take',
  answer_has_too_many_rows: 'server answered with too many rows',
  answer_not_http: 'server answered with something other than HTTP',
  answer_not_json: 'server answered with something other than JSON',
  answer_nests_too_deep: 'server answered with JSON that nests too deep',
  answer_not_xml: 'server answered with something other than XML that we take',
  answer_not_a_picture: 'server answered with something other than a raster picture',
  answer_unexpected: 'server answered with unexpected data',
  answer_unexpected_at: 'server answered with unexpected data at {place}',
  answer_without_message_id: 'server answered {status} without the id of a message',
  api_key_refused: 'invalid API key',
} as const;

export const sayHttp = sayFrom(HTTP_SENTENCES);
