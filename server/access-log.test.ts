import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { collectingLogger } from '#lib/testing/loggers';
import { createAccessLog } from './access-log';

it('a request is logged in milliseconds and counted in seconds', () => {
  const { log, lines } = collectingLogger();
  const request = vi.fn();
  const accessLog = createAccessLog({ log, metrics: { request } as never }, new Set());
  const context = { requestId: 'r', clientAddress: '192.0.2.1', route: '/healthz' };
  accessLog({ method: 'GET' } as IncomingMessage, { statusCode: 200 } as ServerResponse, context as never, performance.now() - 2_000);
  const [, , , seconds] = request.mock.calls[0] ?? [];
  expect(lines).toMatchObject([{ level: 'info', fields: { route: '/healthz', status: 200 } }]);
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(lines[0]?.fields?.durationMs).toBeCloseTo(seconds * 1000, -1);
});
