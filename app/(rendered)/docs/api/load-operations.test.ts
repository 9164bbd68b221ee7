/** The operations that the API's documentation shows. */
import { describe, expect, it } from 'vitest';
import { loadOperations } from './load-operations';

const operations = loadOperations('https://paste.example');

describe('the operations that the pages show', () => {
  it('every response on the API pages has a description, even a shared one', () => {
    const responses = operations.flatMap(({ responses }) => responses);
    expect(responses.filter(({ status }) => status === '429').length).toBeGreaterThan(10);
    for (const { description } of responses) expect(description).toMatch(/\S/);
  });

  it('the body of an upload is shown as the text that it is', () => {
    const upload = operations.find(({ id }) => id === 'upload');
    expect(upload?.body).toEqual({ type: 'text/plain', fields: [], example: 'hello' });
    expect(upload?.parameters.map(({ name, place }) => [name, place])).toContainEqual(['ttl', 'query']);
  });

  it('raw content and health are shown under headings of their own, without a key', () => {
    const beside = operations.filter(({ path }) => /^\/(raw|healthz|readyz)/.test(path));
    expect(beside.map(({ method, path, needsKey }) => [method, path, needsKey])).toEqual([
      ['GET', '/raw/{publicId}', false],
      ['HEAD', '/raw/{publicId}', false],
      ['GET', '/healthz', false],
      ['GET', '/readyz', false],
    ]);
    expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
  });
});
