import * as z from 'zod';
import { httpUrl, parsed } from './config-schemas';
import type { Variable } from './variable';

/** `name=value,name=value`, percent-encoded (OpenTelemetry's form of headers). */
function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').map((pair) => /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(pair));
  if (!pairs.every((pair) => pair !== null)) return null;
  try {
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

/** Named as OpenTelemetry names them. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    doc: 'Collector of [traces](install.md#trace), by OTLP over HTTP: `http://collector:4318`. Without it nothing is traced.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: parsed(parseHeaders, 'expected name=value, with commas between several').default({}),
    secret: true,
    doc: 'Headers for the collector: `authorization=Bearer%20TOKEN`.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'expected a share from 0 to 1')
      .transform(Number),
    default: '1',
    doc: 'Share of the traces that are sent, from 0 to 1; a proxy in `TRUST_PROXY` decides for its own.',
  },
} satisfies Record<string, Variable<z.ZodType>>;
