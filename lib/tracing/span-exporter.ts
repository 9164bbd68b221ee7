/**
 * Sends spans as OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp). A batch that the collector doesn't take is lost:
 * what would be kept for another try would have to be bounded, too.
 */
import type { Attributes, HrTime } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

export interface SpanExporterOptions {
  /** Address of the collector; `/v1/traces` is appended. */
  endpoint: string;
  /** For each request to the collector; may hold its token. */
  headers: Readonly<Record<string, string>>;
  /** The source of the spans, such as the name of the service. */
  resource: Attributes;
  /** Called when the collector stops or begins to take spans; `reason` is null for the second. */
  onChange(reason: string | null): void;
  timeoutMs: number;
}

const TAKEN = 0;
const LOST = 1;

export function createSpanExporter({ endpoint, headers, resource, onChange, timeoutMs }: SpanExporterOptions) {
  const closed = new AbortController();
  const attributes = attributesOf(resource);
  let isLost = false;

  async function send(spans: readonly ReadableSpan[]): Promise<string | null> {
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'sealpaste' }, spans: spans.map(toOtlp) }] }],
        }),
        // A redirect would take the headers to another host.
        redirect: 'error',
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `status ${response.status}`;
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: unknown } };
      return typeof cause?.code === 'string' ? cause.code : name;
    }
  }

  return {
    export(spans, done) {
      void send(spans).then((reason) => {
        if (isLost !== (reason !== null)) onChange(reason);
        isLost = reason !== null;
        done({ code: isLost ? LOST : TAKEN });
      });
    },
    shutdown: async () => undefined,
    abort: () => closed.abort(),
  } satisfies SpanExporter & { abort(): void };
}

function toOtlp(span: ReadableSpan) {
  const { name, kind, parentSpanContext, startTime, endTime, attributes, status } = span;
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    ...(parentSpanContext ? { parentSpanId: parentSpanContext.spanId } : {}),
    name,
    // The API counts from 0, which the protocol keeps for "unspecified".
    kind: kind + 1,
    startTimeUnixNano: nanoseconds(startTime),
    endTimeUnixNano: nanoseconds(endTime),
    attributes: attributesOf(attributes),
    status: { code: status.code },
  };
}

const nanoseconds = ([seconds, rest]: HrTime): string => String(BigInt(seconds) * 1_000_000_000n + BigInt(rest));

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'number' ? { intValue: value } : typeof value === 'boolean' ? { boolValue: value } : { stringValue: String(value) },
  }));
}
