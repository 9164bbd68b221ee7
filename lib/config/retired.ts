/**
 * Variables that the program once read. The program refuses to start with one of them: an operator who sets it believes in an effect
 * that is gone. The sentence says what is gone, and what to do instead.
 */
export const RETIRED: Readonly<Record<string, string>> = {
  DATABASE_READ_URL: 'All reads go to DATABASE_URL.',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'No spans are sent. A `traceparent` still leads from the log to webhooks (docs/install.md, "Trace").',
  OTEL_EXPORTER_OTLP_HEADERS: 'No spans are sent.',
  OTEL_TRACES_SAMPLER_ARG: 'No spans are sent.',
  HTTP_HEADERS_TIMEOUT_MS: "A request's line and headers have 15 seconds.",
  HTTP_MIN_BYTES_PER_SECOND: 'Readers below 1,024 bytes a second, on average over a minute, are cut off.',
  RATE_LIMIT_ADDRESS: 'An address has ten times RATE_LIMIT_AUTHENTICATED.',
  WEBHOOKS_PER_USER: 'A user has at most 20 webhooks.',
  WEBHOOK_LOG_DAYS: 'Finished deliveries are kept for 7 days.',
};

/** A sentence for each variable of the table that is set, itself or as `NAME_FILE`; an empty variable counts as not set. */
export function findRetired(env: NodeJS.ProcessEnv, retired = RETIRED): string[] {
  return Object.entries(retired).flatMap(([name, sentence]) =>
    [name, `${name}_FILE`].filter((set) => env[set]).map((set) => `${set}: no longer read. ${sentence}`),
  );
}
