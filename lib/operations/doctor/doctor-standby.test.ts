import { describe, expect, it } from 'vitest';
import { checkStandbys } from './doctor-standby';

describe('the doctor', () => {
  it('is content when each commit waits for a standby', () => {
    expect(checkStandbys({ receivers: 2, synchronousNames: 'ANY 1 (*)', synchronousCommit: 'on' })).toBe(
      '2 standbys; each commit waits for ANY 1 (*)',
    );
  });

  it.each([
    [
      'no commit waits for a standby',
      { synchronousNames: '', synchronousCommit: 'on' },
      /1 standby, none of which .*synchronous_standby_names is empty/,
    ],
    ['a commit is acknowledged before', { synchronousNames: '*', synchronousCommit: 'local' }, /synchronous_commit is local/],
    ['a commit waits for memory alone', { synchronousNames: '*', synchronousCommit: 'remote_write' }, /synchronous_commit is remote_write/],
  ])('warns of what a failover may lose when %s', (_, settings, warning) => {
    const finding = checkStandbys({ receivers: 1, ...settings });
    expect(finding).toEqual({ warning: expect.stringMatching(warning) });
    expect(finding).toEqual({ warning: expect.stringContaining('burned ones may be readable again') });
  });
});
