import { describe, expect, it } from 'vitest';
import { PrometheusMeter } from './prometheus-meter.js';

/** The lines of one family of figures. */
async function lines(meter: PrometheusMeter, name: string): Promise<string[]> {
  return (await meter.text()).split('\n').filter((line) => line.startsWith(name));
}

describe('figures for Prometheus', () => {
  it('two applications in one process keep their figures apart', async () => {
    const [one, other] = [new PrometheusMeter(), new PrometheusMeter()];
    one.upstreamCall({ system: 'radarr', outcome: 'ok', ms: 20 });
    expect(await lines(one, 'usher_upstream_calls_total')).toEqual([
      'usher_upstream_calls_total{system="radarr",outcome="ok"} 1',
    ]);
    expect(await lines(other, 'usher_upstream_calls_total')).toEqual([]);
  });

  it('a method that no route is declared with is counted as another, whatever a client makes up', async () => {
    const meter = new PrometheusMeter();
    for (const method of ['GET', 'PROPFIND', 'MADE-UP'])
      meter.request({ method, route: 'unmatched', status: 404, ms: 1 });
    expect(await lines(meter, 'usher_http_requests_total')).toEqual([
      'usher_http_requests_total{method="GET",route="unmatched",status="404"} 1',
      'usher_http_requests_total{method="other",route="unmatched",status="404"} 2',
    ]);
  });

  it('the last success of a job stays what it was when a later run fails', async () => {
    const meter = new PrometheusMeter();
    meter.jobRun({ job: 'test.job', outcome: 'success', ms: 5, endedAt: 60_000 });
    meter.jobRun({ job: 'test.job', outcome: 'failure', ms: 5, endedAt: 90_000 });
    expect(await lines(meter, 'usher_job_last_success')).toEqual([
      'usher_job_last_success_timestamp_seconds{job="test.job"} 60',
    ]);
    expect(await lines(meter, 'usher_job_runs_total')).toEqual([
      'usher_job_runs_total{job="test.job",outcome="success"} 1',
      'usher_job_runs_total{job="test.job",outcome="failure"} 1',
    ]);
  });

  it('times are reported in seconds, and a clock that was set back makes none negative', async () => {
    const meter = new PrometheusMeter();
    meter.write({ waitedMs: 250, ranMs: -3 });
    expect(await lines(meter, 'usher_database_write_wait_seconds_sum')).toEqual([
      'usher_database_write_wait_seconds_sum 0.25',
    ]);
    expect(await lines(meter, 'usher_database_write_run_seconds_sum')).toEqual([
      'usher_database_write_run_seconds_sum 0',
    ]);
  });

  it('caches of one name are counted together', async () => {
    const meter = new PrometheusMeter();
    meter.cache('test.cache').grew(2);
    meter.cache('test.cache').grew(3);
    expect(await lines(meter, 'usher_cache_entries')).toEqual(['usher_cache_entries{cache="test.cache"} 5']);
  });

  it('the delay of the event loop and the memory of the process are among them', async () => {
    const meter = new PrometheusMeter();
    expect(await lines(meter, 'nodejs_eventloop_lag_p99_seconds ')).toHaveLength(1);
    expect(await lines(meter, 'process_resident_memory_bytes ')).toHaveLength(1);
  });
});
