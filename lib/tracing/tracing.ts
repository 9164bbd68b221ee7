/**
 * Spans of what this process does, sent to a collector (OTEL_EXPORTER_OTLP_ENDPOINT). Loaded only where one is configured.
 *
 * Guarantees: nothing waits for the collector. At most MAX_WAITING spans wait for it; more are dropped. A span has the names and
 * attributes that callers give it, in words of the program: nothing of a request but its method, and no error's message.
 */
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createSpanExporter, type SpanExporterOptions } from './span-exporter';
import { currentTrace, inTrace, SAMPLED } from './trace-context';

/** About 2 MB. */
const MAX_WAITING = 2_048;
const BATCH = 512;
/** Time for the last spans when the process stops. */
const CLOSE_MS = 2_000;

export interface TracingOptions extends Omit<SpanExporterOptions, 'timeoutMs'> {
  /** Share of the traces that begin here, from 0 to 1. */
  share: number;
  /** Longest time between the end of a span and its way to the collector. */
  delayMs?: number;
  timeoutMs?: number;
}

/** A span under way. */
export interface OpenSpan {
  context: SpanContext;
  end(name: string, attributes: Attributes, hasFailed: boolean): void;
}

export type Tracing = ReturnType<typeof createTracing>;

export function createTracing({ share, delayMs = 5_000, timeoutMs = 10_000, ...exporting }: TracingOptions) {
  const root = new TraceIdRatioBasedSampler(share);
  const exporter = createSpanExporter({ ...exporting, timeoutMs });
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  });
  // Its own, not the global one: Next would find that, and its spans have the addresses of requests, which hold ids of pastes.
  const tracer: Tracer = provider.getTracer('sealpaste');
  const start = (name: string, kind: SpanKind, parent: SpanContext | undefined, attributes: Attributes = {}): Span =>
    tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

  async function within<Result>(span: Span, act: () => Promise<Result>): Promise<Result> {
    try {
      return await inTrace(span.spanContext(), act);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    /**
     * Begins the span of a request.
     * @param isTrusted whether the sender of its trace may decide that it is sampled; the trace of any other is continued
     */
    beginRequest(method: string, sent: SpanContext | undefined, isTrusted: boolean): OpenSpan {
      const isSampled =
        sent && !isTrusted && root.shouldSample(ROOT_CONTEXT, sent.traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
      const parent = sent && (isTrusted ? sent : { ...sent, traceFlags: isSampled ? SAMPLED : 0 });
      const span = start(method, SpanKind.SERVER, parent);
      return {
        context: span.spanContext(),
        end(name, attributes, hasFailed) {
          span.updateName(name).setAttributes(attributes);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    /** Runs one turn of a loop as a trace of its own. */
    loop: <Result>(name: string, act: () => Promise<Result>) => within(start(`loop ${name}`, SpanKind.INTERNAL, undefined), act),

    /** Runs what leaves the process, such as a query, as a span of the current trace; outside of any without a span. */
    call<Result>(name: string, attributes: Attributes, act: () => Promise<Result>): Promise<Result> {
      const parent = currentTrace();
      return parent && parent.traceFlags & SAMPLED ? within(start(name, SpanKind.CLIENT, parent, attributes), act) : act();
    },

    /** Sends what waits, within a bounded time. */
    async close(): Promise<void> {
      const ended = provider.shutdown().catch(() => undefined);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      exporter.abort();
    },
  };
}
