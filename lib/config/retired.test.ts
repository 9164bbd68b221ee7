import { expect, it } from 'vitest';
import { loadConfig } from './config';
import { VARIABLES } from './config-variables';
import { findRetired, RETIRED } from './retired';

const environment = (variables: Record<string, string>) => ({ MASTER_KEY: 'a1'.repeat(32), ...variables }) as unknown as NodeJS.ProcessEnv;

it('a retired variable is named with its sentence, without its value', () => {
  const table = { OLD_ADDRESS: 'Nothing is sent there any more.', OLD_SHARE: 'Remove it.' };
  const set = environment({ OLD_ADDRESS_FILE: '/run/cAnArY', OLD_SHARE: 'cAnArY' });
  expect(findRetired(set, table)).toEqual([
    'OLD_ADDRESS_FILE: no longer read. Nothing is sent there any more.',
    'OLD_SHARE: no longer read. Remove it.',
  ]);
  expect(findRetired(environment({ OLD_ADDRESS: '' }), table)).toEqual([]);
});

it('no process starts with a retired variable', () => {
  for (const [name, sentence] of Object.entries(RETIRED)) {
    expect(VARIABLES).not.toHaveProperty(name);
    const load = () => loadConfig(environment({ [name]: 'cAnArY', STRICT_CONFIG: 'on' }));
    expect(load).toThrow(expect.objectContaining({ problems: [`${name}: no longer read. ${sentence}`] }));
    expect(loadConfig(environment({ [name]: '' }))).toMatchObject({ misspelt: [] });
  }
});
